/* oxlint-disable unicorn/no-process-exit -- It ends as a killed or finished process does. */
// Stands for `refbench run --leases`: writes the files of an attempt without any container. What it does
// is told by variables: FAKE_MODE names a behaviour, FAKE_LOG a file that gets one line per start.
import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const args = process.argv.slice(2);
const option = (name) => args[args.indexOf(name) + 1];
const say = (event) => process.stdout.write(`${JSON.stringify(event)}\n`);
const sha = (text) => `sha256:${createHash('sha256').update(text).digest('hex')}`;
const mode = process.env.FAKE_MODE ?? 'work';
process.on('SIGTERM', () => process.exit(130));

// The worker holds the other end, and writes a line per attempt.
const lines = createInterface({ input: process.stdin });
lines.on('line', (line) => make(JSON.parse(line)));
lines.on('close', () => process.exit(0));

function make({ cell: { instance, agent, repeat } }) {
  const folder = join(
    option('--runs-dir'),
    option('--run-id'),
    instance,
    agent,
    ...(repeat === 1 ? [] : [`repeat-${repeat}`]),
  );
  const numbers = readdirSync(folder).filter((name) => /^\d+$/.test(name));
  const attempt = Math.max(0, ...numbers.map(Number)) + 1;
  appendFileSync(
    process.env.FAKE_LOG,
    `${instance} ${agent} ${repeat} ${attempt} ${process.pid}\n`,
  );
  if (mode === 'hang') return;
  if (mode === 'crash') process.kill(process.pid, 'SIGKILL');
  if (mode === 'broken-instance') {
    const incomplete = { kind: 'image', reason: 'it cannot be built', hint: 'edit it' };
    say({ kind: 'cell-ended', incomplete });
    return;
  }
  say({ kind: 'phase', instance, agent, attempt, phase: 'inferring' });
  setTimeout(() => finish({ folder, instance, agent, repeat, attempt }), 20);
}

function finish({ folder, instance, agent, repeat, attempt }) {
  const target = join(folder, String(attempt));
  const patch = `patch of ${instance} ${agent} ${repeat}\n`;
  const outcome =
    mode === 'infra'
      ? { kind: 'infra-failed', cause: 'engine-gone', detail: 'gone' }
      : { kind: 'completed', oom_seen: false };
  mkdirSync(target);
  const at = new Date().toISOString();
  const key = { instance, agent, attempt, ...(repeat === 1 ? {} : { repeat }) };
  appendFileSync(
    join(option('--runs-dir'), option('--run-id'), 'events.jsonl'),
    `${JSON.stringify({ kind: 'opened', tool: 't', pid: 1, at })}\n${JSON.stringify({ kind: 'attempt-ended', ...key, outcome, at })}\n`,
  );
  writeFileSync(join(target, 'prompt.md'), 'prompt');
  writeFileSync(join(target, 'patch.diff'), patch);
  const three = { additive: 1, reductive: 1, total: 1 };
  const digest = sha('x');
  writeFileSync(
    join(target, 'score.json'),
    JSON.stringify({
      schema: 1,
      ...key,
      outcome,
      verdict: mode === 'infra' ? 'infra' : 'model',
      tests: { passed: 1, failed: 0, skipped: 0, total: 1, p_min: 1, f_max: 0 },
      pass: 1,
      ifr: three,
      alignment: three,
      precision: three,
      rules: { additive: { matched: 1, total: 1 }, reductive: { unmatched: 1, total: 1 } },
      digests: {
        patch: sha(patch),
        image: digest,
        recipe: digest,
        ruleset: digest,
        baseline: digest,
        tool: 't',
      },
      reasons: {},
    }),
  );
  writeFileSync(
    join(target, 'attempt.json'),
    JSON.stringify({
      schema: 1,
      ...key,
      outcome,
      harvested: {
        kind: 'patch',
        digest: sha(patch),
        changed_files: 1,
        special_files: [],
        escaping_links: [],
      },
      inputs: { image: null, prompt: sha('prompt'), agent: digest },
      started_at: new Date().toISOString(),
      duration_ms: 1,
      tool: 'refbench/0.1.0',
    }),
  );
  const incomplete =
    mode === 'infra' ? { kind: 'infra-incomplete', reason: 'gone', hint: '' } : null;
  say({ kind: 'cell-ended', incomplete });
}
