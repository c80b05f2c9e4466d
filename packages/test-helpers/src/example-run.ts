import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DEFAULT_LIMITS } from '@refbench/contracts';

const DIGEST = `sha256:${'2e'.repeat(32)}`;
const AGENTS: readonly string[] = ['steady', 'quick', 'nop'];
export const EXAMPLE_INSTANCES: readonly string[] = [
  'o__r-00000001',
  'o__r-00000002',
  'o__s-00000003',
];
/** Every text of an agent or a repository contains it. If a page interprets it, `hacked` is set. */
const ATTACK = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>';

export interface ExampleOptions {
  /** Number of steps of each attempt. */
  readonly steps?: number;
  /** Number of characters of each output. */
  readonly output?: number;
  /** Whether the journal says that the run is finished. */
  readonly finished?: boolean;
}

/** Writes a run of three agents on three instances. `nop` changes nothing and leaves no steps. */
export async function writeExampleRun(folder: string, options: ExampleOptions = {}): Promise<void> {
  const { finished = true } = options;
  await write(folder, 'run.json', {
    schema: 1,
    run: 'example',
    created_at: '2026-11-21T10:00:00Z',
    tool: 'refbench/0.1.0',
    track: 'instructed',
    mode: 'direct',
    agents: AGENTS.map((name) => ({
      name,
      version: '1',
      digest: DIGEST,
      ...(name === 'nop' ? { reference: true } : { model: 'm' }),
    })),
    instances: EXAMPLE_INSTANCES,
    limits: { agent: DEFAULT_LIMITS.agent, grade: DEFAULT_LIMITS.grade },
  });
  const end = { kind: 'finished', incomplete: 0, at: '2026-11-21T11:00:00Z' };
  await write(folder, 'events.jsonl', finished ? `${JSON.stringify(end)}\n` : '');
  for (const instance of EXAMPLE_INSTANCES) {
    for (const agent of AGENTS) await writeAttempt(folder, instance, agent, options);
  }
}

async function writeAttempt(
  run: string,
  instance: string,
  agent: string,
  options: ExampleOptions,
): Promise<void> {
  const folder = join(run, instance, agent, '1');
  const isNop = agent === 'nop';
  const rules = isNop ? 0 : agent === 'steady' ? 3 : 1;
  const patch = isNop ? '' : PATCH;
  await write(folder, 'prompt.md', PROMPT);
  await write(folder, 'attempt.json', recordOf(instance, agent, patch));
  await write(folder, 'score.json', scoreOf(instance, agent, patch, rules));
  await write(folder, 'patch.diff', patch);
  await write(folder, 'rules.sarif', sarifOf(isNop));
  await write(folder, 'tests.json', testsOf());
  await write(folder, 'tests.log', `\u001b[31m1 failing\u001b[0m ${ATTACK}\n`);
  await write(folder, 'agent.log', `working ${ATTACK}\n`);
  if (isNop) return;
  await write(folder, 'trajectory.json', trajectoryOf(agent, options));
  await write(folder, 'usage.jsonl', `${usageOf(10)}\n${usageOf(50)}\n`);
}

async function write(folder: string, name: string, content: string | object): Promise<void> {
  const path = join(folder, name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
}

const PROMPT = `# Task\n\nRename the call. ${ATTACK}\n`;
const USAGE = { usd: 0.5, requests: 2, input_tokens: 20, output_tokens: 8, client: null };

function digestOfText(text: string): string {
  return `sha256:${createHash('sha256').update(text).digest('hex')}`;
}

const PATCH = [
  `diff --git a/src/a.ts b/src/a.ts\n--- a/src/a.ts\n+++ b/src/a.ts\n`,
  `@@ -1,4 +1,4 @@\n const one = 1;\n-oldCall(one);\n+newCall(one); // ${ATTACK}\n end();\n more();\n`,
  `@@ -40,2 +40,3 @@\n oldCall(2);\n+newCall(3);\n last();\n`,
  `diff --git a/src/<b>.ts b/src/<b>.ts\nnew file mode 100644\n--- /dev/null\n+++ b/src/<b>.ts\n@@ -0,0 +1,2 @@\n+newCall(4);\n+done();\n`,
].join('');

const RULES = [
  { id: 'new-call', text: `The new call is used. ${ATTACK}`, side: 'additive' },
  { id: 'old-call', text: 'The old call is gone.', side: 'reductive' },
] as const;

function sarifOf(isNop: boolean): object {
  const result = (ruleIndex: number, uri: string, line: number, baselineState: string): object => ({
    ruleId: RULES[ruleIndex]?.id,
    ruleIndex,
    baselineState,
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: encodeURI(uri) },
          region: { startLine: line, endLine: line },
        },
      },
    ],
  });
  const driver = {
    name: 'refbench',
    rules: RULES.map(({ id, text, side }) => ({
      id,
      shortDescription: { text },
      properties: { side },
    })),
  };
  const left = result(1, 'src/a.ts', 40, 'unchanged');
  const results = isNop
    ? [result(1, 'src/a.ts', 2, 'unchanged'), left]
    : [
        result(0, 'src/a.ts', 2, 'new'),
        result(0, 'src/a.ts', 41, 'new'),
        result(0, 'src/<b>.ts', 1, 'new'),
        left,
        result(1, 'src/a.ts', 2, 'absent'),
      ];
  return { version: '2.1.0', runs: [{ tool: { driver }, results }] };
}

function recordOf(instance: string, agent: string, patch: string): object {
  return {
    schema: 1,
    instance,
    agent,
    attempt: 1,
    tool: 't',
    outcome: {
      kind: 'completed',
      oom_seen: false,
    },
    harvested: {
      kind: 'patch',
      digest: digestOfText(patch),
      changed_files: 2,
      special_files: [],
      escaping_links: [],
    },
    inputs: {
      image: DIGEST,
      prompt: digestOfText(PROMPT),
      agent: DIGEST,
    },
    ...(agent === 'nop' ? {} : { usage: USAGE }),
    started_at: '2026-11-21T10:00:00Z',
    duration_ms: 65e3,
  };
}

/** `rules`: how many of the four rules of each side are satisfied. */
function scoreOf(instance: string, agent: string, patch: string, rules: number): object {
  const ifr = rules / 4;
  const three = { additive: ifr, reductive: ifr, total: ifr };
  return {
    schema: 1,
    instance,
    agent,
    attempt: 1,
    verdict: 'model',
    pass: 1,
    outcome: {
      kind: 'completed',
      oom_seen: false,
    },
    tests: {
      passed: 5,
      failed: 0,
      skipped: 0,
      total: 5,
      p_min: 5,
      f_max: 0,
    },
    ifr: three,
    alignment: three,
    precision: three,
    rules: {
      additive: {
        matched: rules,
        total: 4,
      },
      reductive: {
        unmatched: rules,
        total: 4,
      },
    },
    size: {
      lines: 4,
      added: 3,
      removed: 1,
    },
    digests: {
      image: DIGEST,
      recipe: DIGEST,
      ruleset: DIGEST,
      baseline: DIGEST,
      patch: digestOfText(patch),
      tool: 'refbench/0.1.0',
    },
    integrity: {
      controls: 'full',
      ranked: true,
      findings:
        agent === 'quick'
          ? [
              {
                kind: 'mass-deletion',
                severity: 'suspect',
                detail: ATTACK,
                files: [],
              },
            ]
          : [],
    },
    reasons: {},
  };
}

function testsOf(): object {
  return {
    schema: 1,
    run: { kind: 'counted', counts: { passed: 5, failed: 0, skipped: 0, total: 5 } },
    by_name: {
      stable: 5,
      missing: [`test > ${ATTACK}`],
      failing: [],
      others: {
        count: 0,
        ids: [],
      },
    },
    channel: 'separate',
    duration_ms: 1,
    digests: { patch: DIGEST, image: DIGEST, recipe: DIGEST, stable_tests: DIGEST },
    tool: 't',
  };
}

function trajectoryOf(agent: string, { steps = 3, output = 200 }: ExampleOptions): object {
  const list = Array.from({ length: steps }, (_, index) => ({
    step_id: index + 1,
    source: 'agent',
    message: index === 0 ? `I look at the code of ${agent}. ${ATTACK}` : '',
    timestamp: new Date(Date.UTC(2026, 10, 21, 10, 0, index)).toISOString(),
    tool_calls: [
      {
        tool_call_id: `c${index}`,
        function_name: 'Bash',
        arguments: { command: index === 1 ? 'npm test' : `cat file-${index}.ts` },
      },
    ],
    observation: {
      results: [
        {
          source_call_id: `c${index}`,
          content: `needle-${index} ${ATTACK} ${noise(`${agent} ${index}`, output)}`,
        },
      ],
    },
  }));
  return {
    schema_version: 'ATIF-v1.7',
    session_id: 's',
    agent: { name: agent, version: '1' },
    steps: list,
  };
}

/** Text that compresses about as badly as text can. */
function noise(seed: string, length: number): string {
  const parts = Array.from({ length: Math.ceil(length / 64) }, (_, index) =>
    createHash('sha256').update(`${seed} ${index}`).digest('hex'),
  );
  return parts.join(' ').slice(0, length);
}

function usageOf(second: number): string {
  const at = new Date(Date.UTC(2026, 10, 21, 10, 0, second)).toISOString();
  const tokens = { input: 10, cache_read: 0, cache_write: 0, cache_write_1h: 0, output: 4 };
  return JSON.stringify({ at, usd: 0.25, tokens });
}
