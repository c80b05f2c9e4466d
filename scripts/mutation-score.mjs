// Keeps the mutation score of packages/scoring with the sources that it was measured on.
//   record   after a run of Stryker: writes packages/scoring/mutation-score.json
//   check    fails where the recorded score is below the threshold, or too much has changed since
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
const recordPath = join(root, 'packages/scoring/mutation-score.json');
const config = JSON.parse(readFileSync(join(root, 'stryker.config.json'), 'utf8'));
const threshold = config.thresholds.break;

/** Beyond this share of mutants in files that have changed, the record says too little. */
const STALE_SHARE = 0.25;

const DETECTED = new Set(['Killed', 'Timeout']);
const UNDETECTED = new Set(['Survived', 'NoCoverage']);

const digestOf = (file) =>
  createHash('sha256')
    .update(readFileSync(join(root, file)))
    .digest('hex');

const percent = (part, whole) => (whole === 0 ? 100 : (100 * part) / whole);

function record() {
  const report = JSON.parse(readFileSync(join(root, config.jsonReporter.fileName), 'utf8'));
  const files = Object.entries(report.files)
    .map(([file, { mutants }]) => ({
      file,
      sha256: digestOf(file),
      detected: mutants.filter(({ status }) => DETECTED.has(status)).length,
      undetected: mutants.filter(({ status }) => UNDETECTED.has(status)).length,
    }))
    .sort((left, right) => (left.file < right.file ? -1 : 1));
  const { detected, total } = totals(files);
  const score = Number(percent(detected, total).toFixed(2));
  const stored = { schema: 1, date: new Date().toISOString().slice(0, 10), score, total, files };
  writeFileSync(recordPath, `${JSON.stringify(stored, null, 2)}\n`);
  return `mutation score ${score} % of ${total} mutants`;
}

function totals(files) {
  const sum = (field) => files.reduce((all, file) => all + file[field], 0);
  const detected = sum('detected');
  return { detected, total: detected + sum('undetected') };
}

function check() {
  const { files } = JSON.parse(readFileSync(recordPath, 'utf8'));
  const unchanged = files.filter(({ file, sha256 }) => currentDigest(file) === sha256);
  const { detected, total } = totals(unchanged);
  const all = totals(files).total;
  const score = percent(detected, total);
  const changed = files.filter((file) => !unchanged.includes(file)).map(({ file }) => file);
  if (score < threshold) {
    throw new Error(`the mutation score is ${score.toFixed(2)} %, below ${threshold} %`);
  }
  if (all - total > all * STALE_SHARE) {
    throw new Error(`too much has changed since: ${changed.join(', ')}; run npm run mutation`);
  }
  const note = changed.length === 0 ? '' : `; measured before changes to ${changed.join(', ')}`;
  return `mutation score ${score.toFixed(2)} % of ${total} mutants${note}`;
}

function currentDigest(file) {
  try {
    return digestOf(file);
  } catch {
    return undefined;
  }
}

try {
  process.stdout.write(`${process.argv[2] === 'record' ? record() : check()}\n`);
} catch (error) {
  process.stderr.write(`mutation: ${error.message}\n`);
  process.exitCode = 1;
}
