import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { ServerScript } from '@refbench/models/scripted-provider';

const rationale = 'as the checklist says';

/** Answers for every prompt of an example. Each is recognised by words of the prompt. */
export const MODEL_SCRIPT: ServerScript = {
  usage: { input: 1_000, output: 100 },
  rules: [
    {
      when: { prompt: 'You write the environment of a benchmark', tools: true, results: 0 },
      shell: "echo 'The tests of node.' >/scripts/SUMMARY.md",
    },
    {
      when: { prompt: 'You write rules that measure how far' },
      tool: { name: 'finish', input: { summary: 'No rule is needed.' } },
    },
    {
      when: { prompt: 'Two coding agents, A and B' },
      answer: {
        summary: 'A is golden, and B changes nothing.',
        closer: 'A',
        findings: [
          { about: 'A', claim: 'It rewrites the text.', citations: ['golden:README.md:9'] },
        ],
      },
    },
    {
      when: { prompt: 'Say whether the rule is restrictive' },
      answer: { restrictive: false, forces: '', reason: 'any good solution has it' },
    },
    {
      when: { prompt: 'Say whether the' },
      answer: { rationale, label: 'well-specified', candidate_solution: false },
    },
    {
      when: { prompt: 'the patch of the tests that decide' },
      answer: { rationale, counter_example: 'half of it', score: 1, other_major_issues: false },
    },
    {
      when: { prompt: 'Estimate how long an experienced engineer needs' },
      answer: { rationale, score: 2 },
    },
    {
      when: { prompt: 'what the author of a commit or pull request wrote' },
      answer: { large_scale: 0.9, refactoring: 0.9, complexity: 0.5, quality: 0.5 },
    },
    {
      when: { prompt: 'You write the task for a benchmark' },
      answer: {
        title: 'Give the steps other names',
        summary: 'What is called in every file has the name of an older step.',
        why: 'Readers look for the step that is meant.',
        scope: ['every call in `src` names the present step'],
        keep: ['what is called'],
      },
    },
    {
      when: { prompt: 'Write `open`' },
      answer: { open: 'Give what is called everywhere a name that readers understand.' },
    },
    {
      when: { prompt: 'which decisions of the change does the task text give away' },
      answer: { given_away: [] },
    },
    {
      when: { prompt: 'Choose the plan that' },
      answer: { choice: 2, reasoning: 'it is complete' },
    },
    { say: 'class Class1 { int value1; int other; }' },
  ],
};

export interface ExampleServer extends AsyncDisposable {
  readonly url: string;
}

/** Replaces external servers: an archive server, a Jira server, and a GitHub API without data. */
export async function startExampleServer(): Promise<ExampleServer> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://localhost');
    if (url.pathname.endsWith('.json.gz')) response.end(archiveHour());
    else if (url.pathname.includes('/rest/api/2/search')) response.end(jiraPage(url));
    else response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** An hour file of the GH Archive with one merged pull request. */
export function archiveHour(): Buffer {
  const repo = { id: 7, full_name: 'a/b', stargazers_count: 500, language: 'Go' };
  const pull_request = {
    number: 1,
    title: 'Refactor and rename everything',
    body: 'Why and how.',
    merge_commit_sha: 'a'.repeat(40),
    base: { repo },
    merged: true,
    changed_files: 70,
  };
  const payload = { action: 'closed', number: 1, pull_request };
  const event = { type: 'PullRequestEvent', repo: { id: 7, name: 'a/b' }, payload };
  return gzipSync(`${JSON.stringify(event)}\n`);
}

const TICKETS = 6;

function jiraPage(url: URL): string {
  const start = Number(url.searchParams.get('startAt'));
  return JSON.stringify({ total: TICKETS, startAt: start, issues: jiraIssues().slice(start) });
}

/** Tickets of the project SPR, each fixed by a commit of the example repository. */
export function jiraIssues(): readonly unknown[] {
  return Array.from({ length: TICKETS }, (_, at) => ({
    key: `SPR-${at + 1}`,
    fields: {
      summary: `Refactor step ${at + 1}`,
      created: '2010-01-01T00:00:00.000+0000',
      resolutiondate: `2010-01-0${1 + (at % 3)}T00:00:00.000+0000`,
      watches: { watchCount: at % 5 },
      assignee: { displayName: `person ${at % 2}` },
    },
  }));
}
