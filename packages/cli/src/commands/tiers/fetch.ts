import { resolve } from 'node:path';
import { Option, type Command } from 'commander';
import { EXIT_CODES, RefbenchError } from '@refbench/contracts';
import {
  fetchJira,
  IMPORT_FORMATS,
  ImportCounts,
  importTickets,
  writeTickets,
  type ImportFormat,
} from '@refbench/outcome-tiers';
import { interruptible } from '../../options/mine-options.ts';
import { positive } from '../../options/number-options.ts';
import {
  addTiersFolder,
  notNegative,
  tiersFile,
  type TiersFolderOptions,
} from '../../options/tiers-options.ts';

interface JiraOptions extends TiersFolderOptions {
  readonly project?: string;
  readonly jql?: string;
  readonly page: number;
  readonly delay: number;
}

interface ImportOptions extends TiersFolderOptions {
  readonly format: ImportFormat;
}

/** The minimum delay that public Jira servers ask for. */
const MIN_DELAY_SECONDS = 0.5;

export function addTiersFetchCommands(tiers: Command, setExitCode: (code: number) => void): void {
  const fetch = tiers.command('fetch').description('collect tickets in tickets.jsonl');
  const jira = fetch
    .command('jira <url>')
    .description('fetch tickets from a Jira server (JIRA_TOKEN); run it again to resume')
    .option('--project <key>', 'fetch all tickets of a project, resolved or not')
    .option('--jql <query>', 'custom query; it must ORDER BY a field that does not change')
    .option('--page <count>', 'number of tickets per request', positive, 100)
    .option(
      '--delay <seconds>',
      'delay between requests, at least 0.5',
      notNegative,
      MIN_DELAY_SECONDS,
    );
  addTiersFolder(jira).action(async (url: string, options: JiraOptions) => {
    const code = await interruptible(async ({ drain }) => {
      const { tickets, reused, counts } = await fetchJira({
        url: serverOf(url),
        jql: jqlOf(options),
        pageSize: options.page,
        delayMs: Math.max(MIN_DELAY_SECONDS, options.delay) * 1_000,
        folder: resolve(options.folder),
        token: process.env['JIRA_TOKEN'] || undefined,
        signal: drain,
        onPage: (done, total) => process.stderr.write(`${done} of ${total} tickets\n`),
      });
      tellCounts(counts);
      const before = reused === 0 ? '' : `, ${reused} of them fetched before`;
      process.stderr.write(`${tickets} tickets${before}\n`);
      return EXIT_CODES.ok;
    });
    setExitCode(code);
  });
  const imported = fetch
    .command('import <files...>')
    .description(
      'import tickets from files: JSON or JSON lines of Jira, JiraRepos or GitHub, or CSV',
    )
    .addOption(
      new Option('--format <format>', 'format of the files; jira includes JiraRepos')
        .choices(IMPORT_FORMATS)
        .makeOptionMandatory(),
    );
  addTiersFolder(imported).action(async (files: readonly string[], options: ImportOptions) => {
    const counts = new ImportCounts();
    const tickets = importTickets(
      files.map((file) => resolve(file)),
      options.format,
      counts,
    );
    const path = tiersFile(options.folder, 'tickets.jsonl');
    await writeTickets(path, tickets);
    tellCounts(counts);
    process.stderr.write(`${counts.tickets} tickets in ${path}\n`);
  });
}

function tellCounts({ skipped, remarks }: ImportCounts): void {
  for (const [reason, count] of skipped) process.stderr.write(`${count} skipped: ${reason}\n`);
  for (const [kind, { count, example }] of remarks) {
    process.stderr.write(`${count} imported ${kind}, for example ${example}\n`);
  }
}

function jqlOf({ project, jql }: JiraOptions): string {
  if (jql !== undefined && project === undefined) return jql;
  if (jql === undefined && project !== undefined && /^\w+$/.test(project)) {
    return `project = ${project} ORDER BY created ASC, key ASC`;
  }
  throw new RefbenchError({
    kind: 'usage',
    message: 'specify which tickets to fetch',
    hint: 'use --project KEY, or a query with --jql',
  });
}

function serverOf(url: string): string {
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return url.replace(/\/+$/, '');
  throw new RefbenchError({
    kind: 'usage',
    message: `${url} is not an HTTP URL`,
    hint: 'specify the URL of a Jira server, e.g. https://jira.example.org',
  });
}
