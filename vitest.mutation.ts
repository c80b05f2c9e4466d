import { defineConfig } from 'vitest/config';

// Mutation testing runs the tests of one package, many times: nothing else may be in the way.
const conditions = ['@refbench/source', 'module', 'node', 'default'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ['packages/scoring/src/**/*.test.ts'],
    mockReset: true,
    unstubEnvs: true,
  },
});
