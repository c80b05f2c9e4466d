import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

// Tests run on the sources: no build is needed, and a stale dist/ cannot pass.
const conditions = ['@refbench/source', 'module', 'node', 'default'];
const resolve = { conditions };
const ssr = { resolve: { conditions } };

/** Each has a run, a folder and labels of its own, and none looks at what others leave. */
const RUNS = [
  'packages/cli/src/{label,mine,mine-rank,report-holes,tiers}.docker.test.ts',
  'packages/runner/src/{builder,calibration,docker-tests,environment,modes}/*.docker.test.ts',
];

function containers(name: string, own: TestProjectInlineConfiguration['test']) {
  return {
    resolve,
    ssr,
    test: {
      name,
      globalSetup: './vitest.docker-setup.ts',
      testTimeout: 900_000,
      hookTimeout: 900_000,
      // Limits can run out on a busy machine. `scripts/test` names each test that was repeated.
      retry: 1,
      ...own,
    },
  } satisfies TestProjectInlineConfiguration;
}

export default defineConfig({
  test: {
    projects: [
      {
        resolve,
        ssr,
        test: {
          name: 'unit',
          globalSetup: './vitest.app-setup.ts',
          setupFiles: './vitest.unit-setup.ts',
          include: ['packages/*/src/**/*.test.ts'],
          exclude: ['**/*.{browser,docker,programs}.test.ts'],
          // By default one core stays idle, which is half of a small machine.
          maxWorkers: '100%',
          // No test replaces a module, so files can share the modules that they load.
          isolate: false,
          restoreMocks: true,
          unstubEnvs: true,
          testTimeout: 120_000,
        },
      },
      {
        resolve,
        ssr,
        test: {
          // These need real programs or package registries, but no container engine.
          name: 'programs',
          globalSetup: './vitest.app-setup.ts',
          include: ['packages/*/src/**/*.programs.test.ts'],
          maxWorkers: '100%',
          testTimeout: 600_000,
        },
      },
      {
        resolve,
        ssr,
        test: {
          name: 'browser',
          include: ['packages/*/src/**/*.browser.test.ts'],
          testTimeout: 120_000,
          // Browsers and containers would slow each other down.
          sequence: { groupOrder: 3 },
        },
      },
      containers('docker', {
        include: RUNS,
        // Most of an attempt is waiting; more than two would only fight over two cores.
        maxWorkers: 2,
        sequence: { groupOrder: 1 },
      }),
      // These look at all that is there (`gc`), remove images, or measure limits.
      containers('docker-alone', {
        include: ['packages/*/src/**/*.docker.test.ts'],
        exclude: RUNS,
        fileParallelism: false,
        sequence: { groupOrder: 2 },
      }),
    ],
  },
});
