#!/usr/bin/env node
import { fstatSync, readFileSync, writeSync } from 'node:fs';

/**
 * The list of commands is a text that was written when the package was built: people ask for it more often
 * than for anything else, and nothing has to be loaded for it. All else is the program's.
 */
const argv = process.argv.slice(2);
const isHelp = argv.length === 1 && (argv[0] === '--help' || argv[0] === '-h');

if (isHelp && isWide()) writeHelp();
else {
  const { runProgram } = await import('./program.ts');
  await runProgram(argv);
}

/** A narrow terminal gets the text wrapped for it. Asking its width takes longer than all the rest. */
function isWide(): boolean {
  return !fstatSync(1).isCharacterDevice() || (process.stdout.columns ?? 80) >= 80;
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
