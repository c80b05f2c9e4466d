import { appendFile, mkdtemp, readFile, rm, stat, utimes } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { execFileSync } from 'node:child_process';
import {
  EXAMPLE_INSTANCES as INSTANCES,
  findChromium,
  openBrowser,
  visit,
  writeExampleRun,
  type Browser,
  type Page,
} from '@refbench/test-helpers';
import { acquireLock } from '@refbench/base';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeReportPage } from './report-page.ts';
import { exampleBoard } from './example-board.testkit.ts';
import { startViewer, type Viewer } from './viewer/start-viewer.ts';
import { differingFiles, writeSite } from './write-site.ts';

const root = join(import.meta.dirname, '..');
const executable = await findChromium();

const missing = executable === undefined ? ['there is no Chromium; set CHROMIUM to its path'] : [];

// oxlint-disable-next-line vitest/expect-expect -- it only counts what is skipped
test.for(missing)('pages in a browser: %s', (reason, { skip }) => skip(reason));

describe.runIf(executable !== undefined)('pages', () => {
  let browser: Browser;
  let folder: string;
  let report: string;
  let viewer: Viewer;
  let site: string;

  beforeAll(async () => {
    // The application is built from the sources, like everything in these tests.
    execFileSync(process.execPath, [join(root, 'scripts/build-app.mjs')], { stdio: 'inherit' });
    browser = await openBrowser(executable ?? '');
    folder = await mkdtemp(join(tmpdir(), 'refbench-web-'));
    const run = join(folder, 'runs/example');
    await writeExampleRun(run);
    const path = join(folder, 'report.html');
    await writeReportPage({ run, instancesDir: join(folder, 'none'), path });
    report = pathToFileURL(path).href;
    site = join(folder, 'site');
    const board = exampleBoard();
    await writeSite({ out: site, board, runs: [{ id: 'first', run }], instancesDir: folder });
    viewer = await startViewer({ runsDir: join(folder, 'runs'), instancesDir: folder, port: 0 });
  }, 120_000);

  afterAll(async () => {
    await viewer[Symbol.asyncDispose]();
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Where the run is shown: in the report and in the viewer. */
  const places = [
    ['report', () => report],
    ['viewer', () => `${viewer.url}#/run/example`],
  ] as const;

  test.each(places)(
    '%s: the first screen has the sentences, then pictures, then one table',
    async (_, url) => {
      const { page, problems } = await visit(browser, url());
      const headline = page.locator('.headline');
      expect(await headline.textContent()).toMatch(
        /^steady has 75\.0 % alignment over 3 instances; next is quick with 25\.0 %\./,
      );
      const agents = page.getByRole('table', { name: 'Agents', exact: true });
      expect(await agents.getByRole('rowheader').allTextContents()).toEqual(['steady', 'quick']);
      const references = page.getByRole('table', { name: 'Reference agents, not ranked' });
      expect(await references.getByRole('rowheader').allTextContents()).toEqual(['nop']);
      const picture = page.getByRole('img', { name: /^Alignment of agents: steady 75\.0/ });
      const [pictureAt, tableAt] = [await picture.boundingBox(), await agents.boundingBox()];
      expect(pictureAt?.y).toBeLessThan(300);
      expect(tableAt?.y).toBeGreaterThan((pictureAt?.y ?? 0) + (pictureAt?.height ?? 0) - 1);
      // A page of steady at 75 and quick at 25 has their dots there, and that of nop is whole at 0.
      const dots = await picture.locator('.bar-dot').all();
      expect(dots).toHaveLength(3);
      expect(problems).toEqual([]);
      await page.close();
    },
  );

  test.each(places)('%s: filters and sorting are kept in the address', async (_, url) => {
    const { page } = await visit(browser, url());
    const list = page.getByRole('table', { name: 'List of attempts' });
    const count = page.getByRole('status');
    expect(await count.textContent()).toBe('9 of 9 attempts');
    await page.getByLabel('agent', { exact: true }).selectOption('quick');
    await page.getByLabel('finding', { exact: true }).selectOption('suspect');
    expect(await count.textContent()).toBe('3 of 9 attempts');
    await page.getByLabel('agent', { exact: true }).selectOption('');
    await page.getByLabel('finding', { exact: true }).selectOption('');
    await page.getByLabel('text', { exact: true }).fill(INSTANCES[1] ?? '');
    await list.getByRole('button', { name: 'A', exact: true }).click();
    expect(await list.getByRole('rowheader').first().textContent()).toContain('nop');
    expect(await list.locator('th[aria-sort=ascending]').textContent()).toContain('A');
    await list.getByRole('button', { name: 'A', exact: true }).click();
    expect(await list.getByRole('rowheader').first().textContent()).toContain('steady');
    await page.reload();
    await list.waitFor();
    expect(await list.getByRole('rowheader').first().textContent()).toContain('steady');
    expect(await count.textContent()).toBe('3 of 9 attempts');
    await page.close();
  });

  test.each(places)('%s: from the grid to a rule and to its line', async (_, url) => {
    const { page, problems } = await visit(browser, url());
    await page
      .getByRole('table', { name: 'Alignment by instance' })
      .getByRole('link', { name: `steady on ${INSTANCES[0]}` })
      .click();
    await page.getByRole('heading', { level: 1, name: 'steady on' }).waitFor();
    expect(await page.title()).toBe(`steady on ${INSTANCES[0]} – RefBench`);
    await page.getByRole('link', { name: 'next attempt' }).click();
    await page.getByRole('link', { name: 'previous attempt' }).click();
    await page.getByRole('heading', { level: 1, name: 'steady on' }).waitFor();
    await page.getByRole('link', { name: /^rules 1\/2/ }).click();
    const rules = page.getByRole('table', { name: 'Rules' });
    expect(await rules.getByRole('row', { name: /old-call/ }).textContent()).toContain('2 → 1');
    await rules.getByRole('link', { name: 'src/a.ts:41' }).click();
    const target = page.locator('.diff tr.target');
    expect(await target.textContent()).toContain('newCall(3);');
    expect(await target.textContent()).toContain('gained: new-call');
    expect(await target.isVisible()).toBe(true);
    await page.getByRole('button', { name: 'Side by side' }).click();
    expect(await page.locator('.diff tr.target td').count()).toBe(4);
    expect(problems).toEqual([]);
    await page.close();
  });

  test.each(places)('%s: two agents side by side', async (_, url) => {
    const { page } = await visit(browser, url());
    await page.getByRole('link', { name: `side by side on ${INSTANCES[2]}` }).click();
    await page.getByRole('heading', { level: 1, name: 'Comparison on' }).waitFor();
    const figures = page.getByRole('table', { name: 'Figures' });
    expect(await figures.getByRole('rowheader').allTextContents()).toEqual([
      'steady #1',
      'quick #1',
      'nop #1',
    ]);
    expect(await page.getByText('1 of 2 rules differ between these attempts.').count()).toBe(1);
    const steps = page.locator('.columns .step');
    expect(await steps.count()).toBe(6);
    const second = { left: steps.nth(1), right: steps.nth(4) };
    const placeOf = async ({ left, right } = second) => ({
      left: await left.boundingBox(),
      right: await right.boundingBox(),
    });
    const { left, right } = await placeOf();
    expect(left?.y).toBe(right?.y);
    // On a narrow screen, the steps of an agent follow those of the other.
    await page.setViewportSize({ width: 390, height: 800 });
    const narrow = await placeOf();
    expect(narrow.left?.x).toBe(narrow.right?.x);
    await page.close();
  });

  test.each(places)('%s: a search leads to the step', async (_, url) => {
    const { page } = await visit(browser, url());
    await page.getByRole('link', { name: 'Search' }).click();
    // The page before has a field of the same name.
    await page.getByRole('heading', { name: /^Search the steps/ }).waitFor();
    await page.getByLabel('text', { exact: true }).fill('NEEDLE-2');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByText('“NEEDLE-2” was found in 6 steps').waitFor();
    await page
      .getByRole('link', { name: /steady.*step 3$/ })
      .first()
      .click();
    const step = page.locator('#step-3.target');
    await step.waitFor();
    expect(await step.textContent()).toContain('needle-2');
    await page.close();
  });

  const parts = ['overview', 'rules', 'changes', 'tests', 'steps', 'logs'];

  test.each(places)('%s: text of agents stays text', async (_, url) => {
    const { page, problems } = await visit(browser, url());
    const key = encodeURIComponent(`${INSTANCES[0]}/quick/1/1`);
    for (const part of parts) {
      await page.goto(`${url().split('#')[0]}#/run/example/attempt/${key}?part=${part}`);
      await page.getByRole('link', { name: new RegExp(`^${part}`) }).waitFor();
      await openAll(page);
      expect(await page.locator('main').textContent(), part).toContain('<img src=x');
      expect(await page.locator('main').textContent(), part).not.toContain('\u001b');
    }
    expect(await page.evaluate('window.hacked')).toBeUndefined();
    expect(await page.locator('main img, main script').count()).toBe(0);
    expect(problems).toEqual([]);
    await page.close();
  });

  test('the leaderboard leads from an agent to the evidence of its result', async () => {
    const index = pathToFileURL(join(site, 'index.html')).href;
    const { page, problems } = await visit(browser, index);
    const table = page.getByRole('table', {
      name: 'Agents, instructed/direct',
      exact: true,
    });
    expect(await table.getByRole('row').nth(1).textContent()).toContain('75.0');
    expect(await page.title()).toBe('Refactoring of small libraries – RefBench');
    // Reference agents stand apart, each once.
    expect(await table.getByRole('rowheader').allTextContents()).toEqual([
      expect.stringContaining('Agent steady'),
      expect.stringContaining('Agent quick'),
    ]);
    const references = page.getByRole('table', { name: 'Reference agents' });
    expect(await references.getByRole('rowheader').allTextContents()).toEqual(['nop']);
    expect(await page.getByRole('link', { name: 'What a score means', exact: true }).count()).toBe(
      1,
    );
    await table.getByRole('link', { name: 'Agent steady' }).click();
    await page.getByRole('heading', { level: 1, name: 'Agent steady' }).waitFor();
    await page
      .getByRole('link', { name: INSTANCES[0] ?? '' })
      .first()
      .click();
    await page.getByRole('heading', { level: 1, name: INSTANCES[0] ?? '' }).waitFor();
    await page.getByRole('link', { name: 'attempt of Agent steady' }).click();
    await page.getByRole('heading', { level: 1, name: `steady on ${INSTANCES[0]}` }).waitFor();
    await page.goto(`${index}#/ledger`);
    await page.getByRole('heading', { level: 1, name: 'Ledger' }).waitFor();
    expect(await page.getByRole('table').textContent()).toContain('first submission');
    await page.getByRole('link', { name: 'Attacks', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Attacks' }).waitFor();
    const cells = page.getByRole('table', { name: 'By class, 0.2.0' }).getByRole('row').last();
    expect(await cells.getByRole('cell').allTextContents()).toEqual(['18', '1', '1', '1', '15']);
    expect(await page.locator('main').textContent()).toContain(
      'paid: assertions made true on a__python-00000000',
    );
    expect(await page.evaluate('window.hacked')).toBeUndefined();
    expect(problems).toEqual([]);
    expect((await stat(join(site, 'index.html'))).size).toBeLessThan(500_000);
    await page.close();
  });

  test('the leaderboard shows pictures, can be searched, and says what its ranks can tell apart', async () => {
    const index = pathToFileURL(join(site, 'index.html')).href;
    const { page, problems } = await visit(browser, index);
    const agents = page.getByRole('img', { name: /^Alignment of agents: Agent steady 75\.0/ });
    expect(await agents.textContent()).toContain('nop');
    await page.getByRole('img', { name: /^Alignment by cost: Agent steady \$0\.50/ }).waitFor();
    const kinds = page.getByRole('region', { name: /by kind of refactoring/ });
    expect(await kinds.getByRole('columnheader').allTextContents()).toEqual([
      'Agent',
      'api rename (2)',
      'structural (1)',
    ]);
    await page
      .getByText('Smallest difference that can be told apart: about 20.0 points.')
      .waitFor();
    await page.getByText('Noise floor: not measured').waitFor();
    const table = page.getByRole('table', { name: 'Agents, instructed/direct', exact: true });
    const rows = (): Promise<string[]> => table.getByRole('rowheader').allTextContents();
    await table.getByRole('button', { name: 'Cost' }).click();
    expect((await rows())[0]).toContain('Agent quick');
    await page.getByLabel('search').fill('STEADY');
    expect(await rows()).toEqual([expect.stringContaining('Agent steady')]);
    await page.reload();
    await table.waitFor();
    expect(await rows()).toEqual([expect.stringContaining('Agent steady')]);
    await page.getByLabel('search').fill('nobody');
    await page.getByText('No agent matches the filters.').waitFor();
    expect(problems).toEqual([]);
    await page.close();
  });

  test('on a narrow screen, a button names the columns that are folded away and shows them', async () => {
    const index = pathToFileURL(join(site, 'index.html')).href;
    const { page } = await visit(browser, index, { width: 390 });
    const table = page.getByRole('table', { name: 'Agents, instructed/direct', exact: true });
    const precision = table.getByRole('columnheader', { name: 'Precision' });
    expect(await precision.isVisible()).toBe(false);
    const button = page.getByRole('button', { name: /^Show 6 more columns: n, Pass/ }).first();
    await button.click();
    expect(await precision.isVisible()).toBe(true);
    await page.getByRole('button', { name: 'Show fewer columns' }).first().click();
    expect(await precision.isVisible()).toBe(false);
    await page.close();
  });

  test('a dot at 0 or 100 is as wide as any other', async () => {
    const { page } = await visit(browser, report, { width: 390 });
    const picture = page.getByRole('img', { name: /^Alignment of agents/ });
    const frame = await picture.boundingBox();
    for (const dot of await picture.locator('.bar-dot').all()) {
      const box = await dot.boundingBox();
      expect(box?.width).toBeCloseTo(10, 0);
      expect(box?.x).toBeGreaterThan(frame?.x ?? 0);
    }
    await page.close();
  });

  test('an agent of a first look stands apart, and one instance is no picture', async () => {
    const board = exampleBoard();
    const out = join(folder, 'looked');
    const runs = [{ id: 'first', run: join(folder, 'runs/example') }];
    const changed = {
      ...board,
      agents: board.agents.map((one) => (one.name === 'quick' ? { ...one, firstLook: true } : one)),
      summary: board.summary.map((row) => ({ ...row, n: 1 })),
    };
    await writeSite({ out, board: changed, runs, instancesDir: folder });
    const { page } = await visit(browser, pathToFileURL(join(out, 'index.html')).href);
    const ranked = page.getByRole('table', { name: 'Agents, instructed/direct', exact: true });
    expect(await ranked.getByRole('rowheader').allTextContents()).toEqual([
      expect.stringContaining('Agent steady'),
    ]);
    const looks = page.getByRole('table', { name: 'First looks, instructed/direct' });
    expect(await looks.getByRole('rowheader').allTextContents()).toEqual([
      expect.stringContaining('Agent quick'),
    ]);
    expect(await page.locator('figure').count()).toBe(0);
    await page.close();
  });

  test('the same board gives the same site, and a changed file is named', async () => {
    const again = join(folder, 'again');
    const runs = [{ id: 'first', run: join(folder, 'runs/example') }];
    await writeSite({ out: again, board: exampleBoard(), runs, instancesDir: folder });
    expect(await differingFiles(again, site)).toEqual([]);
    await appendFile(join(again, 'data/results.csv'), 'x');
    await rm(join(again, 'submissions/first.html'));
    expect(await differingFiles(again, site)).toEqual([
      'data/results.csv',
      'submissions/first.html',
    ]);
  });

  test('nobody finds a serious problem of accessibility', async () => {
    const axe = await readFile(
      createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
      'utf8',
    );
    const key = encodeURIComponent(`${INSTANCES[0]}/quick/1/1`);
    const attempts = `${INSTANCES[0]}/steady/1/1,${INSTANCES[0]}/quick/1/1`;
    const index = pathToFileURL(join(site, 'index.html')).href;
    const pages = [
      '#/run/example',
      ...parts.map((part) => `#/run/example/attempt/${key}?part=${part}`),
      `#/run/example/compare?attempts=${attempts}`,
      '#/run/example/search?q=needle',
      '#/',
    ].map((address) => viewer.url + address);
    const boards = ['', '#/agent/Agent%20steady', '#/instance', '#/ledger', '#/attacks'].map(
      (address) => index + address,
    );
    for (const scheme of ['light', 'dark'] as const) {
      for (const width of [390, 1440]) {
        const { page } = await visit(browser, viewer.url, { scheme, width });
        for (const address of [...pages, ...boards]) {
          await page.goto(address);
          await page.getByRole('heading', { level: 1 }).waitFor();
          await page.waitForLoadState('networkidle');
          await openAll(page);
          const where = `${address} at ${width} px, ${scheme}`;
          expect(await seriousProblems(page, axe), where).toEqual([]);
          const wide = 'document.documentElement.scrollWidth > innerWidth';
          expect(await page.evaluate(wide), `${where} is too wide`).toBe(false);
        }
        await page.close();
      }
    }
  });

  test('the viewer shows what a run is doing, and nothing that is still to come as missing', async () => {
    const run = join(folder, 'runs/busy');
    await writeExampleRun(run, { finished: false });
    const at = new Date().toISOString();
    const [graded, calibrated] = INSTANCES;
    const phases = [
      {
        kind: 'instance-phase',
        instance: calibrated,
        phase: 'calibrating',
        expected_ms: 600_000,
        at,
      },
      {
        kind: 'attempt-phase',
        instance: graded,
        agent: 'quick',
        attempt: 1,
        phase: 'testing',
        expected_ms: null,
        at,
      },
    ];
    const lines = phases.map((phase) => `${JSON.stringify(phase)}\n`).join('');
    await appendFile(join(run, 'events.jsonl'), lines);
    await rm(join(run, graded ?? '', 'quick/1/score.json'));
    await rm(join(run, calibrated ?? '', 'quick'), { recursive: true });
    await using _lock = await acquireLock(join(run, '.lock'), 'the run');
    const { page, problems } = await visit(browser, `${viewer.url}#/run/busy`);
    const now = page.getByRole('region', { name: 'Now' });
    expect(await now.textContent()).toMatch(/calibrating.*about \d+:\d\d left/);
    expect(await now.textContent()).toContain(`quick on ${graded}: running the tests`);
    const grid = page.getByRole('table', { name: 'Alignment by instance' });
    expect(await grid.textContent()).toContain('calibrating');
    const text = (await page.locator('main').textContent()) ?? '';
    expect(text).not.toMatch(/not started|not graded|no verdict|missing|No score/);
    expect(problems).toEqual([]);
    await page.close();
  });

  test('the page of a run that goes on updates itself', async () => {
    const run = join(folder, 'runs/live');
    await writeExampleRun(run, { finished: false });
    const { page } = await visit(browser, `${viewer.url}#/run/live`);
    expect(await page.locator('.headline').textContent()).toContain('The run was interrupted');
    const events = join(run, 'events.jsonl');
    await appendFile(events, '{"kind":"finished","incomplete":0,"at":"2026-11-21T11:00:00Z"}\n');
    // The first look at the files only remembers them, so they change until there was another.
    const headline = async (): Promise<string | null> => {
      await utimes(events, new Date(), new Date());
      return await page.locator('.headline').textContent();
    };
    await expect.poll(headline, { interval: 500, timeout: 90_000 }).toMatch(/^steady has/);
    await page.close();
  });

  test('everything works with the keyboard', async () => {
    const { page } = await visit(browser, report);
    await page.keyboard.press('Tab');
    expect(await page.locator(':focus').textContent()).toBe('Skip to content');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.tagName')).toBe('MAIN');
    await page.getByRole('link', { name: 'Search' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Search' }).waitFor();
    expect(await page.evaluate('document.activeElement.tagName')).toBe('MAIN');
    await page.close();
  });

  test('the application is small', async () => {
    const [script, style] = await Promise.all(
      ['app.js', 'app.css'].map((name) => stat(join(root, 'dist/app', name))),
    );
    expect((script?.size ?? 0) + (style?.size ?? 0)).toBeLessThan(120_000);
  });
});

async function openAll(page: Page): Promise<void> {
  // Opening one part may reveal another.
  for (let round = 0; round < 3; round += 1) {
    await page.evaluate(
      'document.querySelectorAll("details").forEach((one) => { one.open = true; })',
    );
    await page.waitForTimeout(50);
  }
}

async function seriousProblems(page: Page, axe: string): Promise<unknown> {
  return await page.evaluate(
    `${axe}; axe.run(document).then(({ violations }) => violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => [id, nodes[0].html.slice(0, 200), nodes[0].failureSummary]))`,
  );
}
