import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['test/servers/global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Real servers, processes and deadlines share two cores there; what fails twice fails.
    retry: process.env['CI'] === undefined ? 0 : 1,
  },
});
