import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_LIMITS, type Baseline } from '@refbench/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestBed } from '../testkit/test-bed.testkit.ts';
import {
  prepareEnvironment,
  readBaseline,
  selectInstances,
  type Calibration,
  type PreparedEnvironment,
} from '@refbench/instances';
import { calibrate, ensureBaseline, type CalibrateOptions } from '@refbench/environments';

/**
 * Twenty steady tests, and two thousand of which a random number passes, always above 1,500: two
 * runs hardly ever count the same. On golden, `stop` makes the suite end at its first failure.
 */
const RUN_TESTS = `#!/bin/bash
# says --bail in a comment only
passed=0 failed=0
tell() { printf '{"id":"%s","outcome":"%s"}\\n' "$1" "$2" >>"$REFBENCH_TEST_IDS"; }
for i in $(seq 20); do
  if [ -e stop ] && [ "$i" = 12 ]; then failed=1; tell "steady $i" failed; break; fi
  passed=$((passed + 1)); tell "steady $i" passed
done
if [ ! -e stop ]; then
  heads=$((1500 + RANDOM % 500))
  for i in $(seq 2000); do
    if ((i <= heads)); then passed=$((passed + 1)); tell "coin $i" passed
    else failed=$((failed + 1)); tell "coin $i" failed; fi
  done
fi
echo "{\\"passed\\":$passed,\\"failed\\":$failed,\\"skipped\\":0,\\"total\\":$((passed + failed))}"
`;

/** An instance whose golden adds the file `stop`; its folder is `<instances>/<id>`. */
async function writeSuite(instances: string): Promise<string> {
  const source = join(instances, 'repository');
  await mkdir(source, { recursive: true });
  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@localhost', ...args], {
      cwd: source,
      encoding: 'utf8',
    }).trim();
  const commit = async (file: string): Promise<string> => {
    await writeFile(join(source, file), `${file}\n`);
    git('add', '--all');
    git('commit', '--quiet', '--message', file);
    return git('rev-parse', 'HEAD');
  };
  git('init', '--quiet', '--initial-branch=main');
  const [base, golden] = [await commit('start'), await commit('stop')];
  const id = `refbench__coins-${base.slice(0, 8)}`;
  const environment = join(instances, id, 'environment');
  await mkdir(environment, { recursive: true });
  await rename(source, join(instances, id, 'repository'));
  for (const [name, text] of Object.entries({
    'install_system.sh': '# nothing to install\n',
    'setup_system.sh': '# nothing to start\n',
    'setup_shell.sh': '# nothing to prepare\n',
    run_tests: RUN_TESTS,
  })) {
    await writeFile(join(environment, name), text);
  }
  await chmod(join(environment, 'run_tests'), 0o755);
  const instance = {
    schema: 1,
    id,
    repository: { name: 'refbench/coins', path: 'repository' },
    base,
    golden,
    language: 'c',
    category: 'test',
    licence: 'MIT',
    provenance: 'made for a test',
    environment: { base_image: 'debian', manifests: [] },
  };
  await writeFile(join(instances, id, 'instance.yaml'), JSON.stringify(instance));
  for (const track of ['open', 'instructed']) {
    await writeFile(join(instances, id, `task.${track}.md`), 'Toss a coin.\n');
  }
  const published = { passed: 2020, failed: 0, skipped: 0, total: 2020 };
  const metadata = { base_metrics: published, golden_metrics: published };
  await writeFile(join(instances, id, 'instance_metadata.json'), JSON.stringify(metadata));
  return id;
}

let bed: TestBed;
let instancesDir: string;
let prepared: PreparedEnvironment;
beforeAll(async () => {
  bed = await TestBed.open();
  instancesDir = await mkdtemp(join(tmpdir(), 'refbench-coins-'));
  const workspace = { ...bed.workspace, instancesDir };
  const [entry] = await selectInstances(workspace, [await writeSuite(instancesDir)]);
  if (entry === undefined) throw new Error('the instance that was written is not found');
  prepared = await prepareEnvironment({
    workspace,
    engine: bed.engine,
    entry,
    build: await bed.buildOptions(),
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
});
afterAll(async () => {
  await bed.engine.removeImage(prepared.environment.reference);
  await prepared[Symbol.asyncDispose]();
  await bed[Symbol.asyncDispose]();
  await rm(instancesDir, { recursive: true });
});

function optionsOf(k: number, onProgress: (message: string) => void): CalibrateOptions {
  return {
    prepared,
    k,
    limits: DEFAULT_LIMITS.grade,
    run: 'calibrate-test',
    signal: new AbortController().signal,
    onProgress,
  };
}

async function measure(
  k: number,
  onProgress: (message: string) => void = () => undefined,
): Promise<Calibration> {
  return await calibrate(optionsOf(k, onProgress));
}

it('measures once for two runs that want the same baseline', async () => {
  const runs: string[] = [];
  const ensure = async (): Promise<Baseline> =>
    await ensureBaseline({
      ...optionsOf(2, (message) => void runs.push(message)),
      oneAtATime: true,
    });
  const [one, other] = await Promise.all([ensure(), ensure()]);
  expect(other).toEqual(one);
  expect(runs.filter((message) => message.startsWith('baseline '))).toEqual([
    'baseline 1/2 on base',
    'baseline 1/2 on golden',
    'baseline 2/2 on base',
    'baseline 2/2 on golden',
  ]);
});

it('names flaky tests, a suite that stops early, and drift from what was published', async () => {
  const calibration = await measure(5);
  const { baseline, flaky, warnings, drift } = calibration;
  expect(calibration).toMatchObject({ names_tests: true, fault: null });
  expect(flaky.length).toBeGreaterThan(0);
  expect(flaky.every((test) => test.state === 'base' && test.id.startsWith('coin '))).toBe(true);
  // The bounds allow for the flaky tests and for the eleven tests of golden.
  expect(baseline.bounds.p_min).toBe(11);
  const mostFailed = baseline.base.map((run) => run.kind === 'counted' && run.counts.failed);
  expect(baseline.bounds.f_max).toBe(Math.max(...mostFailed.map(Number)));
  expect(warnings.map(({ kind, state }) => `${kind} ${state}`)).toEqual([
    'counts-differ base',
    'stops-early golden',
    'loses-tests golden',
  ]);
  expect(drift).toContainEqual(
    expect.objectContaining({
      state: 'golden',
      count: 'total',
      published: { min: 2020, max: 2020 },
      here: { min: 12, max: 12 },
    }),
  );
});

it('repeats a run without a verdict once, and a failed measurement replaces nothing', async () => {
  const script = join(prepared.environment.scripts, 'run_tests');
  const good = await readFile(script);
  await writeFile(script, '#!/bin/bash\nkill -KILL $$\n');
  const repeated: string[] = [];
  const repaired = await measure(1, (message) => {
    if (!message.includes(' again: ')) return;
    repeated.push(message);
    // From here on, the suite works.
    writeFileSync(script, good);
  });
  expect(repeated).toEqual([expect.stringMatching(/^baseline 1\/1 on base again: .*SIGKILL/)]);
  expect(repaired.fault).toBeNull();
  expect((await readBaseline(prepared))?.k).toBe(1);
  await writeFile(script, '#!/bin/bash\nkill -KILL $$\n');
  expect((await measure(1)).fault).toMatch(/^the suite on base: .*SIGKILL/);
  expect(await readBaseline(prepared)).toEqual(repaired.baseline);
});
