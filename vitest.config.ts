import { availableParallelism } from 'node:os';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { LongestFirst } from './vitest.sequencer.ts';

// Tests run on the sources: no build is needed, and a stale dist/ cannot pass.
const conditions = ['@refbench/source', 'module', 'node', 'default'];
const resolve = { conditions };
const ssr = { resolve: { conditions } };

/** These start or stop an engine, or measure the storage of the whole host. */
const ALONE = [
  'packages/sandbox/src/docker-tests/{daemon,podman,storage}.docker.test.ts',
  'packages/runner/src/docker-tests/distant.docker.test.ts',
];

/** How long tests poll for an event. A busy machine takes many times as long as an idle one. */
const poll = { timeout: 60_000, interval: 50 };

/** More than there are cores of a small machine, because many tests wait for processes. */
const UNIT_WORKERS = Math.max(3, availableParallelism());

/** More than there are cores, because most of an attempt is waiting. */
const CONTAINER_WORKERS = 3;

/** Container tests need the built command anyway, and other packages load faster from dist/. */
const built = { conditions: ['module', 'node', 'default'] };

function containers(name: string, own: TestProjectInlineConfiguration['test']) {
  return {
    resolve: built,
    ssr: { resolve: built },
    test: {
      name,
      globalSetup: './vitest.docker-setup.ts',
      setupFiles: './vitest.docker-file.ts',
      testTimeout: 900_000,
      hookTimeout: 900_000,
      expect: { poll },
      // A test that fails by chance is a defect of the test or of the product.
      retry: 0,
      server: { deps: { external: [/\/packages\/[^/]+\/dist\//] } },
      ...own,
    },
  } satisfies TestProjectInlineConfiguration;
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        resolve,
        ssr,
        test: {
          name: 'unit',
          globalSetup: './vitest.app-setup.ts',
          setupFiles: './vitest.unit-setup.ts',
          include: ['{docker,packages/*}/src/**/*.test.ts'],
          exclude: ['**/*.{browser,docker,programs}.test.ts'],
          maxWorkers: UNIT_WORKERS,
          // No test replaces a module, so files can share the modules that they load.
          isolate: false,
          restoreMocks: true,
          unstubEnvs: true,
          testTimeout: 120_000,
          expect: { poll },
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
          maxWorkers: UNIT_WORKERS,
          testTimeout: 600_000,
          expect: { poll },
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
        include: ['packages/*/src/**/*.docker.test.ts'],
        exclude: ALONE,
        maxWorkers: CONTAINER_WORKERS,
        isolate: false,
        sequence: { groupOrder: 1 },
      }),
      containers('docker-alone', {
        include: ALONE,
        fileParallelism: false,
        sequence: { groupOrder: 2 },
      }),
    ],
  },
});
