import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { admissionRecordSchema } from '@refbench/contracts';
import { copyMeasurements, findChromium, openBrowser, visit } from '@refbench/test-helpers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tutorialCommands } from './tutorial.testkit.ts';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../../..');
const NODE = 'refbench-test:node';
const IMAGE = 'refbench-test:refbench';
const CONTAINER = `refbench-test-installed-${process.pid}`;
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';
/** It is unlike the runs of all other tests, whose containers it must not find. */
const RUN = `installed-${process.pid}`;
const TALLY = 'refbench__tally-6637120b';
const chromium = await findChromium();

let folder: string;
/** What the container has at /work, and nothing else of this host but the socket of the engine. */
let work: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'refbench-installed-'));
  work = join(folder, 'work');
  await mkdir(join(work, 'state'), { recursive: true });
  // Measuring the suite ten times again would show nothing about the installation.
  await copyMeasurements(join(work, 'state'));
  await makeNodeImage();
  await run(join(root, 'scripts/docker-image'), [IMAGE], {
    env: { ...process.env, NODE_IMAGE: NODE },
    maxBuffer: 2 ** 26,
  });
  await run('docker', [
    'run',
    '--detach',
    `--name=${CONTAINER}`,
    '--network=host',
    '--entrypoint=sleep',
    '--volume=/var/run/docker.sock:/var/run/docker.sock',
    `--volume=${work}:/work`,
    '--env=REFBENCH_STATE_DIR=/work/state',
    IMAGE,
    'infinity',
  ]);
});

afterAll(async () => {
  // The files of the container belong to its root, which need not be the user here.
  await inContainer('/', 'find', '/work', '-mindepth', '1', '-delete').catch(() => undefined);
  await run('docker', ['rm', '--force', CONTAINER]).catch(() => undefined);
  // A base image may be in use elsewhere, but not under these names.
  await run('docker', ['rmi', '--force', IMAGE, NODE]).catch(() => undefined);
  await rm(folder, { recursive: true, force: true });
});

/** Makes an image with Node.js from a base image of RefBench, because no registry may be reachable. */
async function makeNodeImage(): Promise<void> {
  const { stdout } = await run('docker', [
    'images',
    '--format={{.Repository}}:{{.Tag}}',
    'refbench/base',
  ]);
  const base = stdout.split('\n').find((reference) => reference.includes(':node-slim'));
  if (base === undefined) throw new Error(`no base image with Node.js among ${stdout}`);
  const context = await mkdtemp(join(folder, 'node-'));
  const lines = [`FROM ${base}`];
  if (existsSync(CERTIFICATES)) {
    await cp(CERTIFICATES, join(context, 'certificates.crt'));
    lines.push(`COPY certificates.crt ${CERTIFICATES}`, `ENV NODE_EXTRA_CA_CERTS=${CERTIFICATES}`);
  }
  await writeFile(join(context, 'Dockerfile'), `${lines.join('\n')}\n`);
  await run('docker', ['build', '--quiet', '--tag', NODE, context]);
}

/** Runs a program in the container and returns both of its outputs. */
async function inContainer(place: string, ...words: readonly string[]): Promise<string> {
  const { stdout, stderr } = await run('docker', ['exec', '-w', place, CONTAINER, ...words], {
    maxBuffer: 2 ** 26,
  });
  return `${stdout}\n${stderr}`;
}

/** Runs the installed command. It fails with any other exit code than 0. */
async function refbench(place: string, line: string): Promise<string> {
  await mkdir(join(work, place), { recursive: true });
  return await inContainer(`/work/${place}`, 'refbench', ...line.split(' '));
}

test('a newcomer sees the scores of three agents in an empty folder', async () => {
  expect(await refbench('first', '--version')).toMatch(/^refbench\/\d+\.\d+\.\d+/);
  const shown = await refbench('first', 'quickstart');
  expect(shown).toMatch(/golden +completed +161\/161 +0 +1 +1 +1 /);
  expect(shown).toMatch(/nop +completed +153\/153 +0 +1 +1 +0 /);
  expect(shown).toMatch(/script +completed +153\/153/);
});

test('the developer of an agent runs it and gets a report', async () => {
  expect(await refbench('bench', 'init')).toContain('refbench dataset pull');
  expect(await refbench('bench', 'instance list')).toContain('no data set is installed');
  const agent = join(work, 'bench/my-agent');
  await mkdir(agent);
  await writeFile(join(agent, 'agent.yaml'), 'name: mine\nversion: "1"\ncommand: [start.sh]\n');
  await writeFile(join(agent, 'start.sh'), '#!/bin/sh\necho "export const own = 1;" >src/own.ts\n');
  await chmod(join(agent, 'start.sh'), 0o755);
  const line = `run --agent ./my-agent,nop --instances ${TALLY} --run-id ${RUN}`;
  const shown = await refbench('bench', line);
  expect(shown).toMatch(/mine +completed +153\/153 +0 +1 +1 +0 /);
  expect(shown).toMatch(/nop +completed +153\/153/);
  const patch = await readFile(join(work, `bench/runs/${RUN}/${TALLY}/mine/1/patch.diff`), 'utf8');
  expect(patch).toContain('+export const own = 1;');
  // Whatever the containers of the run used is gone, too.
  const label = `--filter=label=refbench.run=${RUN}`;
  expect((await run('docker', ['ps', '--all', '--quiet', label])).stdout).toBe('');
  await refbench('bench', `report ${RUN}`);
  expect(existsSync(join(work, `bench/runs/${RUN}/report/report.html`))).toBe(true);
});

const AGENTS = `submitter: Someone
contact: someone@example.org
agents:
  - { name: mine, title: My agent, organisation: Example, open_source: true }
`;

test('whoever has no network gets the data set that comes with the image', async () => {
  const pulled = await refbench('all', 'dataset pull /opt/refbench-dataset.tgz');
  expect(pulled).toMatch(/instances +\d+ added/);
  expect(await refbench('all', 'instance list lite')).toContain('koajs__koa-ef467caa');
});

test('the maintainer of a data set follows the tutorial and adds an instance', async () => {
  await mkdir(join(work, 'maintained'));
  const script = `set -euo pipefail
npx() { "$@"; }
${await tutorialCommands('your-instance')}`;
  const printed = await inContainer('/work/maintained', 'bash', '-c', script);
  expect(printed).toMatch(/admission\.json of \d{4}-\d{2}-\d{2} holds/);
  expect(printed).toMatch(/golden +completed +12\/12 +0 +1 +1 +1 /);
  // With what the admission measured, others get a first look without a calibration.
  const names = await readdir(join(work, 'maintained'), { recursive: true });
  const record = names.find((name) => name.endsWith('/admission.json')) ?? '';
  const text = await readFile(join(work, 'maintained', record), 'utf8');
  const { measured } = admissionRecordSchema.parse(JSON.parse(text));
  expect(measured?.suite_ms.base).toHaveLength(5);
  expect(measured?.image.bytes).toBeGreaterThan(0);
  expect(names).toContain(join(dirname(record), 'baseline.json'));
});

test('the publisher of a leaderboard takes a submission and builds the site', async () => {
  await refbench('bench', 'leaderboard init');
  const [key = ''] = (await refbench('bench', 'leaderboard keygen key.pem')).split('\n');
  await writeFile(join(work, 'bench/agents.yaml'), AGENTS);
  const keys = `submitters:\n  - { name: Someone, key: ${key} }\n`;
  const write = 'printf "%s" "$0" >leaderboard/keys.yaml';
  await inContainer('/work/bench', 'sh', '-c', write, keys);
  const described = '--description agents.yaml --key key.pem --out mine.tar.gz';
  await refbench('bench', `leaderboard submit ${RUN} ${described}`);
  const verified = await refbench('bench', 'leaderboard verify mine.tar.gz --sample 1 --seed 1');
  expect(verified).toMatch(/grading again +passed/);
  const today = new Date().toISOString().slice(0, 10);
  const added = `--id mine --why first --date ${today} --trust-scores`;
  await refbench('bench', `leaderboard add mine.tar.gz ${added}`);
  await refbench('bench', 'leaderboard build --out site');
  expect(await refbench('bench', 'leaderboard build --out site --verify')).toContain(
    'the site is what the ledger and the submissions give',
  );
});

const missing = chromium === undefined ? ['there is no Chromium; set CHROMIUM to its path'] : [];

// oxlint-disable-next-line vitest/expect-expect -- it only counts what is skipped
test.for(missing)('pages of the installed product: %s', (reason, { skip }) => skip(reason));

test.runIf(chromium !== undefined)(
  'a browser shows the report, the viewer and the site',
  async () => {
    await using viewer = await startViewer();
    await using browser = await openBrowser(chromium ?? '');
    const file = (path: string): string => pathToFileURL(join(work, 'bench', path)).href;
    const shown: readonly (readonly [url: string, text: string])[] = [
      [file(`runs/${RUN}/report/report.html`), 'mine'],
      [viewer.url, RUN],
      [file('site/index.html'), 'My agent'],
    ];
    for (const [url, text] of shown) {
      const { page, problems } = await visit(browser, url);
      await page.getByText(text).first().waitFor();
      expect({ url, problems }).toEqual({ url, problems: [] });
      await page.close();
    }
  },
);

/** Starts the viewer in the container, which shares the network of this host. */
async function startViewer(): Promise<{ readonly url: string } & AsyncDisposable> {
  const words = ['exec', '-w', '/work/bench', CONTAINER, 'refbench', 'view'];
  const child = spawn('docker', words, { stdio: ['ignore', 'pipe', 'ignore'] });
  const closed = once(child, 'close');
  const lines = createInterface({ input: child.stdout });
  const [url] = (await once(lines, 'line')) as [string];
  return {
    url,
    async [Symbol.asyncDispose]() {
      // The program itself ends with the container.
      child.kill();
      await closed;
    },
  };
}
