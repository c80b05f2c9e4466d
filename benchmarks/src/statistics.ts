import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { signFlipFamily, type SignFlipOptions } from '@refbench/scoring';
import { execa } from 'execa';

/**
 * Runs sign-flip tests of all pairs of 5 agents under 12 settings and 3 metrics over 100 instances,
 * without random draws and with 100,000 sign patterns, compared with two numpy versions of the
 * latter in the same run. `plain` is the usual form of the test, one pair at a time. `matrix` is
 * one product of all patterns with all differences.
 */
const [AGENTS, SETTINGS, METRICS, INSTANCES, SAMPLES] = [5, 12, 3, 100, 100_000];
/** Number of pairs for the plain version. Its time is scaled up. */
const PLAIN_PAIRS = 6;
const REPEATS = 5;

const pairs = Array.from({ length: AGENTS }, (_, first) => first).flatMap((first) =>
  Array.from({ length: AGENTS - first - 1 }, (_, more) => [first, first + 1 + more] as const),
);

/** Makes one family per setting and metric. The first metric is 0 or 1, the others are ratios. */
function makeFamilies(): number[][][] {
  let state = 1;
  const random = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return Array.from({ length: SETTINGS * METRICS }, (_, family) =>
    Array.from({ length: AGENTS }, (_agent, agent) =>
      Array.from({ length: INSTANCES }, () => {
        const value = Math.min(1, random() * (0.8 + agent * 0.05));
        return family % METRICS === 0 ? Math.round(value) : value;
      }),
    ),
  );
}

const folder = join(process.cwd(), process.env['REFBENCH_STATE_DIR'] ?? '../.refbench', 'bench');
await mkdir(folder, { recursive: true });
const python = await numpyPython(folder);
const families = makeFamilies();
const input = join(folder, 'families.json');
await writeFile(input, JSON.stringify({ families, pairs, samples: SAMPLES, plain: PLAIN_PAIRS }));

// All settings and metrics use one call, so that the sign patterns are drawn only once.
const allPairs = families.flatMap((_, family) =>
  pairs.map(([first, second]) => [family * AGENTS + first, family * AGENTS + second] as const),
);
const exact = measure({});
const sampled = measure({ method: 'sampled', seed: 1, samples: SAMPLES });
const script = fileURLToPath(new URL('../src/statistics-numpy.py', import.meta.url));
const { stdout } = await execa(python, [script, input]);
const numpy = JSON.parse(stdout) as {
  version: string;
  plain_seconds: number;
  matrix_seconds: number;
  p: number[];
};
const [first, second] = [exact.p, sampled.p].map((own) =>
  Math.max(...own.map((p, index) => Math.abs(p - (numpy.p[index] ?? Number.NaN)))),
);
const times = (seconds: number): string =>
  `${(seconds / exact.seconds).toFixed(1)} times refbench without draws`;
const lines = [
  `${new Date().toISOString().slice(0, 10)}, ${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}, numpy ${numpy.version}`,
  `${families.length * pairs.length} pairs of ${INSTANCES} instances, ${SAMPLES} sign patterns if drawn`,
  `refbench, no draws:   ${exact.seconds.toFixed(3)} s (best of ${REPEATS}; one thread)`,
  `refbench, sampled:    ${sampled.seconds.toFixed(3)} s, ${times(sampled.seconds)}`,
  `numpy, one by one:    ${numpy.plain_seconds.toFixed(1)} s, ${times(numpy.plain_seconds)} (${PLAIN_PAIRS} pairs measured, scaled up)`,
  `numpy, one product:   ${numpy.matrix_seconds.toFixed(3)} s, ${times(numpy.matrix_seconds)} (BLAS, all cores)`,
  `largest difference of a p-value from numpy: ${first?.toFixed(4)} without draws, ${second?.toFixed(4)} sampled`,
];
process.stdout.write(`${lines.join('\n')}\n`);

/** Returns the best time over all pairs, and their p-values. */
function measure(options: SignFlipOptions): { seconds: number; p: readonly number[] } {
  let seconds = Number.POSITIVE_INFINITY;
  let p: readonly number[] = [];
  for (let repeat = 0; repeat < REPEATS; repeat += 1) {
    const start = performance.now();
    p = signFlipFamily(families.flat(), allPairs, options).map((result) => result.p);
    seconds = Math.min(seconds, (performance.now() - start) / 1000);
  }
  return { seconds, p };
}

/** Returns a Python with numpy, in a virtual environment in the state folder. */
async function numpyPython(base: string): Promise<string> {
  const environment = join(base, 'venv');
  const program = join(environment, 'bin', 'python');
  const check = await execa(program, ['-c', 'import numpy'], { reject: false });
  if (check.exitCode === 0) return program;
  await execa('python3', ['-m', 'venv', environment], { stderr: 'inherit' });
  await execa(program, ['-m', 'pip', 'install', '--quiet', 'numpy'], { stderr: 'inherit' });
  return program;
}
