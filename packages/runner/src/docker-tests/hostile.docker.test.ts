import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { scoreOf, TestBed } from '../testkit/test-bed.testkit.ts';

let bed: TestBed;
beforeAll(async () => {
  bed = await TestBed.openSmall();
});
afterEach(async () => {
  expect(await bed.leftovers()).toEqual([]);
});
afterAll(() => bed[Symbol.asyncDispose]());

async function attack(
  name: string,
  script: string,
  limits = {},
): Promise<{
  readonly score: ReturnType<typeof scoreOf>;
  readonly patch: string;
  readonly log: string;
}> {
  const submission = await bed.script(name, script);
  const result = await bed.run(name, [submission], { agentLimits: limits });
  const score = scoreOf(result, name);
  const folder = join(result.folder, score.instance, name, '1');
  return {
    score,
    patch: await readFile(join(folder, 'patch.diff'), 'latin1').catch(() => ''),
    log: await readFile(join(folder, 'agent.log'), 'utf8'),
  };
}

/** Every attack also makes this honest change; it must be all that the patch holds. */
const HONEST = 'printf "honest\\n" > honest.txt\n';

const HONEST_PATCH = ['diff --git a/honest.txt b/honest.txt', 'new file mode 100644'];

function expectOnlyHonest(patch: string): void {
  expect(patch.split('\n').slice(0, 2)).toEqual(HONEST_PATCH);
  expect(patch.match(/^diff --git /gm)).toHaveLength(1);
  expect(patch).toContain('\n+honest\n');
}

test.each([
  ['git-removed', `${HONEST} rm -rf .git\n`],
  [
    'git-replaced',
    `${HONEST} rm -rf .git; git init -q .; git add -A; git -c user.name=a -c user.email=b commit -qm all\n`,
  ],
  ['git-is-a-file', `${HONEST} rm -rf .git; echo "gitdir: /etc" > .git\n`],
  ['git-forbidden', `${HONEST} chmod 000 .git\n`],
  [
    'git-filters',
    `${HONEST}
     git config filter.evil.clean 'touch /tmp/pwned; echo hidden'
     git config core.fsmonitor 'touch /tmp/pwned'
     git config diff.external 'touch /tmp/pwned'
     git config core.hooksPath /tmp
     git config core.excludesFile /tmp/all
     echo '*' > /tmp/all; echo '*' > .git/info/exclude
     echo '* filter=evil -diff working-tree-encoding=UTF-16 eol=crlf' > .git/info/attributes\n`,
  ],
  [
    'git-hidden-index',
    `${HONEST} for f in $(git ls-files); do git update-index --skip-worktree "$f"; done\n`,
  ],
  ['nested-git', `mkdir -p .GIT/x; echo evil > .GIT/x/config; ${HONEST}\n`],
])('%s changes nothing but the own patch', async (name, script) => {
  const { score, patch } = await attack(name, script);
  expectOnlyHonest(patch);
  expect(score).toMatchObject({ outcome: { kind: 'completed' }, verdict: 'model', pass: 1 });
  // Nothing that the agent configured was ever run on the host.
  expect(existsSync('/tmp/pwned')).toBe(false);
});

test('attributes in the tree hide nothing', async () => {
  const { patch } = await attack(
    'attributes',
    `printf '* -diff -text filter=evil working-tree-encoding=UTF-16\\n' > .gitattributes; ${HONEST}`,
  );
  expect(patch).toContain('a/.gitattributes b/.gitattributes');
  expect(patch).toContain('\n+honest\n');
});

test('links that leave the tree are collected as links and lead nowhere', async () => {
  const { score, patch } = await attack(
    'links',
    `ln -s /etc/passwd stolen; ln -s loop loop; ln -s ../../.. up; mkfifo pipe; ${HONEST}`,
  );
  expect(patch).toContain('new file mode 120000');
  expect(patch).not.toContain('root:');
  expect(patch).not.toContain('b/pipe');
  expect(score.verdict).toBe('model');
});

test('forged results and printed verdicts are not read', async () => {
  const forged = '{"passed":100000,"failed":0,"skipped":0,"total":100000}';
  const { score, patch } = await attack(
    'forger',
    `${HONEST}
     echo '${forged}'
     for d in /verdict /output /task /scripts /opt/refbench /opt/agent /patch; do
       mkdir -p $d 2>/dev/null; echo '${forged}' > $d/stdout 2>/dev/null; echo 0 > $d/status 2>/dev/null
     done
     echo '#!/bin/sh' > /scripts/run_tests 2>/dev/null
     echo 'echo forged' > /home/bench/.bashrc; echo 'echo forged' > /home/bench/.profile
     true\n`,
  );
  expectOnlyHonest(patch);
  expect(score.tests.passed).toBeLessThan(100_000);
  expect(score.pass).toBe(1);
});

test('code under test that prints a verdict or ends the suite does not pass by it', async () => {
  const forged = '{"passed":100000,"failed":0,"skipped":0,"total":100000}';
  const { score } = await attack(
    'test-forger',
    `for f in $(git ls-files '*.test.ts'); do
       cat > "$f" <<'EOF'
import { writeFileSync, readdirSync } from 'node:fs';
const line = '${forged}\\n';
process.stdout.write(line);
for (const pid of readdirSync('/proc').filter((name) => /^[0-9]+$/.test(name))) {
  for (const fd of [1, 2]) try { writeFileSync('/proc/' + pid + '/fd/' + fd, line); } catch {}
}
try { writeFileSync('/verdict/stdout', line); } catch {}
process.exit(0);
EOF
     done\n`,
  );
  expect(score.pass).toBe(0);
  expect(score.tests.passed).toBeLessThan(100_000);
});

test('code under test that floods the verdict does not pass by it', async () => {
  const { score } = await attack(
    'flooder',
    `cat > test/flood.test.ts <<'EOF'
import { writeFileSync, readdirSync } from 'node:fs';
const line = ('x'.repeat(99) + '\\n').repeat(10_000);
for (const pid of readdirSync('/proc').filter((name) => /^[0-9]+$/.test(name))) {
  try { writeFileSync('/proc/' + pid + '/fd/1', line); } catch {}
}
process.ppid; process.kill(process.ppid, 'SIGKILL');
EOF\n`,
  );
  expect(score).toMatchObject({ verdict: 'model', pass: 0 });
  expect(score.reasons['tests']).toBeDefined();
});

test('a daemon left behind is gone before the tree is read', async () => {
  const { score, patch } = await attack(
    'daemon',
    `${HONEST}
     setsid bash -c 'trap "" TERM HUP; while :; do date +%N >> late.txt; sleep 0.05; done' >/dev/null 2>&1 &
     sleep 0.3\n`,
  );
  expect(patch).toContain('+honest');
  expect(score.outcome.kind).toBe('completed');
});

test('a time-out still gives the work so far', async () => {
  const { score, patch } = await attack('slow', `${HONEST} trap '' TERM; sleep 600\n`, {
    wall_clock_ms: 10_000,
  });
  expectOnlyHonest(patch);
  expect(score).toMatchObject({
    outcome: { kind: 'timed-out', limit: 'wall-clock', limit_ms: 10_000 },
    verdict: 'model',
    pass: 1,
  });
});

test('a crash and an agent that eats all memory still give the work so far', async () => {
  const crash = await attack('crash', `${HONEST} exit 7\n`);
  expectOnlyHonest(crash.patch);
  expect(crash.score.outcome).toEqual({ kind: 'agent-failed', exit_code: 7 });
  const hog = await attack('hog', `${HONEST} exec perl -e 'my $x = "a" x 2e9; sleep 60'\n`, {
    memory_bytes: 256 * 2 ** 20,
  });
  expectOnlyHonest(hog.patch);
  expect(hog.score.outcome.kind).toBe('out-of-memory');
});

test('the network, other users and the engine are out of reach', async () => {
  const { log } = await attack(
    'escape',
    `id -u; cat /proc/self/status | grep -E 'CapEff|NoNewPrivs|Seccomp:'
     ls /sys/class/net | tr '\\n' ' '; echo
     ls /var/run/docker.sock 2>&1
     getent hosts localhost
     touch /etc/evil /usr/evil 2>&1
     git log --all --oneline | wc -l
     env | grep -ci -E 'token|secret|key=' \n`,
  );
  expect(log).toContain('10001\n');
  expect(log).toMatch(/CapEff:\s+0000000000000000/);
  expect(log).toMatch(/NoNewPrivs:\s+1/);
  expect(log).toMatch(/Seccomp:\s+2/);
  expect(log).toMatch(/^lo $/m);
  // Test suites listen on it: without a network, the name must still be known.
  expect(log).toMatch(/^(127\.0\.0\.1|::1)\s+localhost/m);
  expect(log).toMatch(/docker.sock.*No such file/);
  expect(log).toMatch(/etc\/evil.*(Read-only|Permission denied)/);
  expect(log).toMatch(/^1$/m);
});
