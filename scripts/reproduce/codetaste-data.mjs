// The small inputs of the CodeTaste reproduction.
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { git, jsonLines, writeFiles } from './command.mjs';

const FILES = 60;

/** A repository with a commit that renames a function in every file. Returns base and golden. */
export async function writeMirror(folder) {
  const path = join(folder, 'git/acme+tool');
  const files = (name) =>
    Object.fromEntries(
      Array.from({ length: FILES }, (_, at) => [
        `src/part_${at}.py`,
        `from core import ${name}\n\n\ndef part_${at}(value):\n    return ${name}(value, ${at})\n`,
      ]),
    );
  await writeFiles(path, {
    LICENSE: MIT_LICENCE,
    'src/core.py': 'def fetch_it(value, number):\n    return value + number\n',
    ...files('fetch_it'),
  });
  await git(path, 'init', '--quiet', '--initial-branch=main');
  await git(path, 'commit', '--quiet', '--allow-empty', '-m', 'Root');
  await git(path, 'add', '--all');
  await git(path, 'commit', '--quiet', '-m', 'Start');
  const base = await git(path, 'rev-parse', 'HEAD');
  await writeFiles(path, {
    'src/core.py': 'def add_number(value, number):\n    return value + number\n',
    ...files('add_number'),
  });
  await git(path, 'add', '--all');
  await git(path, 'commit', '--quiet', '-m', TITLE);
  return { base, golden: await git(path, 'rev-parse', 'HEAD') };
}

const TITLE = 'Refactor and rename fetch_it to add_number everywhere';
const BODY = 'Reorganize the calls, because the old name said nothing.';

/** One hour of the archive with the merge of this commit, and one that is no refactoring. */
export function archiveHour(golden) {
  const event = (number, title, merge_commit_sha) => ({
    type: 'PullRequestEvent',
    repo: { id: 7, name: 'acme/tool' },
    payload: {
      action: 'closed',
      number,
      pull_request: {
        number,
        title,
        body: BODY,
        merge_commit_sha,
        merged: true,
        changed_files: FILES + 1,
        base: {
          repo: {
            id: 7,
            full_name: 'acme/tool',
            stargazers_count: 500,
            language: 'Python',
          },
        },
      },
    },
  });
  return gzipSync(jsonLines([event(1, TITLE, golden), event(2, 'Fix a crash', 'b'.repeat(40))]));
}

/** What the query returns for the same merge. */
export function queryRows(golden) {
  return jsonLines([
    {
      repository: 'acme/tool',
      repository_id: '7',
      number: '1',
      golden,
      merged: 'yes',
      merged_at: '2024-05-01T00:00:00Z',
      title: TITLE,
      body: BODY,
      stars: '500',
      changed_files: String(FILES + 1),
      language: 'Python',
    },
  ]);
}

/** Patches in the published layout: what the filter of lines leaves out, and what rules cover. */
export const PATCHES = {
  'patches/o/r/00000001/one/prediction.diff': `diff --git a/src/a.py b/src/a.py
--- a/src/a.py
+++ b/src/a.py
@@ -1,2 +1,6 @@
-old = 1
 keep = 2
+new = 3
+# a comment
+
+more = 4
+last = 5
diff --git a/README.md b/README.md
--- a/README.md
+++ b/README.md
@@ -1 +1,2 @@
 Text.
+More text.
diff --git a/vendor/lib.py b/vendor/lib.py
new file mode 100644
--- /dev/null
+++ b/vendor/lib.py
@@ -0,0 +1,2 @@
+copied = 1
+copied = 2
`,
  'patches/o/r/00000001/one/evaluation/rules_positive.sarif': sarif(2),
  'patches/o/r/00000001/null_agent/prediction.diff': '\n',
  'patches/o/r/00000001/null_agent/evaluation/rules_negative.sarif': sarif(1),
};

function sarif(startLine) {
  const physicalLocation = { artifactLocation: { uri: 'src/a.py' }, region: { startLine } };
  const results = [{ ruleId: 'r', locations: [{ physicalLocation }] }];
  return JSON.stringify({ version: '2.1.0', runs: [{ results }] });
}

/** Writes plans, one or five, that name a file; makes the file that its plan names. */
export const PLANNER = {
  'planner/agent.yaml':
    'name: planner\nversion: "1"\ncommand: [bash, /opt/agent/work.sh]\nmodes: [direct, plan, multiplan]\n',
  'planner/work.sh': `set -eu
write() { printf '# Make a file\\n\\ncreate: %s\\n' "$1" >"$2"; }
case "$REFBENCH_PHASE" in
  plan) write single.txt /output/refactoring_plan.md ;;
  multiplan)
    mkdir -p /output/refactoring_plans
    for n in 0 1 2 3 4; do write "file-$n.txt" "/output/refactoring_plans/refactoring_plan$n.md"; done
    ;;
  *)
    name=$(sed -n 's/^create: //p' "$REFBENCH_PROMPT_FILE")
    echo made >"/testbed/\${name:-direct.txt}"
    ;;
esac
`,
};

/** Registers two rules with the commands in its container, and ends. The second matches nothing. */
export const RULE_AGENT = {
  'rule-agent/agent.yaml': 'name: rule-agent\nversion: "1"\ncommand: [bash, /opt/agent/work.sh]\n',
  'rule-agent/work.sh': `set -u
register-rules reductive - <<'END'
id: positional-post
language: TypeScript
message: An entry is posted by position.
rule: { pattern: '$JOURNAL.post($DATE, $DESCRIPTION, $POSTINGS)' }
END
register-rules reductive - <<'END'
id: absent
language: TypeScript
rule: { pattern: 'nobodyCallsThis($A)' }
END
finish-rules 'Entries.'
`,
};

const MIT_LICENCE = `MIT License

Copyright (c) 2020 Someone

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.
`;
