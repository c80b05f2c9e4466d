import { defineConfig } from 'vitest/config';

// Mutation testing runs the tests of one package, many times: nothing else may be in the way.
const conditions = ['@refbench/source', 'module', 'node', 'default'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ['packages/scoring/src/**/*.test.ts'],
    // These count millions of patterns, or draw millions of samples: too slow in instrumented code.
    exclude: ['**/*-bounds.test.ts'],
    // Stryker stops mutants that hang; a busy machine must not stop the tests.
    testTimeout: 300_000,
    mockReset: true,
    unstubEnvs: true,
  },
});
