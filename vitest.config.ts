import { defineConfig } from 'vitest/config';

// Tests run on the sources: no build is needed, and a stale dist/ cannot pass.
const conditions = ['@refbench/source', 'module', 'node', 'default'];
const resolve = { conditions };
const ssr = { resolve: { conditions } };

export default defineConfig({
  test: {
    projects: [
      {
        resolve,
        ssr,
        test: {
          name: 'unit',
          include: ['packages/*/src/**/*.test.ts'],
          exclude: ['**/*.docker.test.ts'],
          mockReset: true,
          unstubEnvs: true,
          testTimeout: 120_000,
        },
      },
      {
        resolve,
        ssr,
        test: {
          name: 'docker',
          include: ['packages/*/src/**/*.docker.test.ts'],
          globalSetup: './vitest.docker-setup.ts',
          // Two cores: containers of several files at once would only fight each other.
          fileParallelism: false,
          testTimeout: 900_000,
          hookTimeout: 900_000,
        },
      },
    ],
  },
});
