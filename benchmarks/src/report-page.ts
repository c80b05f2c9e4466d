/**
 * Measures how long a browser needs to open the report of a run with 100 MB of evidence, from a file
 * until its tables are there, compared with an empty page, alternately. Goal: below 2 s.
 */
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';
import { findChromium, openBrowser, writeExampleRun, type Browser } from '@refbench/test-helpers';
import { writeReportPage } from '@refbench/web';

const ROUNDS = 7;
/** Six attempts have steps, and each output is as long as a page keeps it. */
const STEPS = 840;
const OUTPUT = 20_000;

const chromium = await findChromium();
if (chromium === undefined) throw new Error('this needs Chromium; set CHROMIUM to its path');
const folder = await mkdtemp(join(tmpdir(), 'refbench-report-page-'));
const browser = await openBrowser(chromium);
try {
  const run = join(folder, 'run');
  await writeExampleRun(run, { steps: STEPS, output: OUTPUT });
  const path = join(folder, 'report.html');
  const start = performance.now();
  await writeReportPage({ run, instancesDir: folder, path });
  const written = performance.now() - start;
  const empty = join(folder, 'empty.html');
  await writeFile(empty, '<!doctype html><title>empty</title><h1>empty</h1><table></table>');
  const [floor, page]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    floor.push(await opening(browser, empty));
    page.push(await opening(browser, path));
  }
  const { size } = await stat(path);
  print(`${cpus().length} cores, Node ${process.version}, load ${loadavg()[0]?.toFixed(0)}`);
  print(
    `evidence: ${((STEPS * OUTPUT * 6) / 1e6).toFixed(0)} MB, page: ${(size / 1e6).toFixed(1)} MB`,
  );
  print(`written in ${(written / 1000).toFixed(1)} s`);
  print(`empty page ${median(floor).toFixed(0)} ms, report ${median(page).toFixed(0)} ms`);
  print(
    `ratio ${(median(page) / median(floor)).toFixed(1)}, slowest ${Math.max(...page).toFixed(0)} ms`,
  );
} finally {
  await browser.close();
  await rm(folder, { recursive: true, force: true });
}

/** Milliseconds until heading and table are there. */
async function opening(browser: Browser, path: string): Promise<number> {
  const page = await browser.newPage();
  const start = performance.now();
  await page.goto(pathToFileURL(path).href, { waitUntil: 'commit' });
  await page.locator('h1').waitFor();
  await page.locator('table').first().waitFor({ state: 'attached' });
  const taken = performance.now() - start;
  await page.close();
  return taken;
}

function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
