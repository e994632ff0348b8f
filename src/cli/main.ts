#!/usr/bin/env node
import { readFileSync, writeSync } from 'node:fs';

/**
 * The list of commands is a text that was written when the package was built: people ask for it more often
 * than for anything else, and nothing has to be loaded for it. All else is the program's.
 */
const argv = process.argv.slice(2);
const isHelp = argv.length === 1 && (argv[0] === '--help' || argv[0] === '-h');
/** A narrower terminal gets the text wrapped for it. */
const isWide = (process.stdout.columns ?? 80) >= 80;

if (isHelp && isWide) writeHelp();
else {
  const { runProgram } = await import('./program.ts');
  await runProgram(argv);
}

function writeHelp(): void {
  try {
    // Beside this file, which the build puts at one place.
    writeSync(1, readFileSync(new URL('./help.txt', import.meta.url)));
  } catch (error) {
    // A reader that went away is no error.
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
  }
}
