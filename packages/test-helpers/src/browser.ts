import { access } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'chrome'];

/** Finds a Chromium: `CHROMIUM`, or the first one in PATH. */
export async function findChromium(): Promise<string | undefined> {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const paths = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  for (const path of [process.env['CHROMIUM'] ?? '', ...paths]) {
    const exists = await access(path).then(
      () => true,
      () => false,
    );
    if (path !== '' && exists) return path;
  }
  return undefined;
}

export async function openBrowser(executablePath: string): Promise<Browser> {
  const args = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'];
  return await chromium.launch({ executablePath, args });
}

export interface Visit {
  readonly page: Page;
  /** Errors of scripts and violations of the content security policy. */
  readonly problems: readonly string[];
}

export interface VisitOptions {
  readonly width?: number;
  readonly scheme?: 'light' | 'dark';
}

/** Opens an address in a page of its own. */
export async function visit(
  browser: Browser,
  url: string,
  { width = 1440, scheme = 'light' }: VisitOptions = {},
): Promise<Visit> {
  const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme: scheme });
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text());
  });
  await page.goto(url);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return { page, problems };
}
