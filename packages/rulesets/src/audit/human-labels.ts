import { readFile } from 'node:fs/promises';
import { RefbenchError } from '@refbench/contracts';
import { describeIssues, parseYamlFiles } from '@refbench/base';
import { z } from 'zod';
import type { AuditEntry, AuditLabel } from './audit-record.ts';
import { labelOfWord } from './label-words.ts';

/** YAML reads yes, true and 1 as what they are, and not as words. */
const wordSchema = z
  .union([z.string(), z.boolean(), z.number()])
  .transform((word, context): AuditLabel => {
    const label = labelOfWord(String(word));
    if (label !== undefined) return label;
    context.addIssue({ code: 'custom', message: `"${word}" is neither restrictive nor free` });
    return z.NEVER;
  });

const labelsSchema = z.array(z.looseObject({ rule: z.string().min(1), label: wordSchema }));

/**
 * Reads labels of people: CSV with the columns `rule` and `label` (others are ignored), or a YAML
 * list of objects with these keys. `label-words.ts` lists the words for each label.
 * @throws RefbenchError kind `invalid-file` for another form, an unknown label, or a rule named twice
 */
export async function readHumanLabels(path: string): Promise<ReadonlyMap<string, AuditLabel>> {
  const rows = path.endsWith('.csv') ? await csvRows(path) : await yamlRows(path);
  const parsed = labelsSchema.safeParse(rows);
  if (!parsed.success) throw invalid(path, describeIssues(parsed.error));
  const labels = new Map<string, AuditLabel>();
  for (const { rule, label } of parsed.data) {
    if (labels.has(rule)) throw invalid(path, `rule "${rule}" has two labels`);
    labels.set(rule, label);
  }
  return labels;
}

async function yamlRows(path: string): Promise<unknown> {
  const [file] = await parseYamlFiles([path]);
  return file?.documents[0];
}

/**
 * Parses CSV without quoting rules, because ids and labels need no quotes. Further columns are
 * ignored.
 */
async function csvRows(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw invalid(path, 'it cannot be read', error);
  });
  const rows = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const cells = rows.map((line) => line.split(',').map((cell) => cell.trim().replaceAll('"', '')));
  const [header = [], ...rest] = cells;
  if (header[0] !== 'rule' || header[1] !== 'label') {
    throw invalid(path, 'its first line must begin with "rule,label"');
  }
  return rest.map(([rule, label]) => ({ rule, label }));
}

function invalid(path: string, reason: string, cause?: unknown): RefbenchError {
  return new RefbenchError({
    kind: 'invalid-file',
    message: `${path}: ${reason}`,
    hint: 'use a CSV or YAML list with rule and label, one rule per line; a label is restrictive or free, also yes or no, or not restrictive',
    cause,
  });
}

/** The agreement of two raters on the rules that both labelled. */
export interface AuditAgreement {
  readonly rules: number;
  /** Share of equal labels; null without a common rule. */
  readonly agreement: number | null;
  /** Null if the raters could only agree by chance. */
  readonly kappa: number | null;
  readonly disagreements: readonly {
    readonly rule: string;
    readonly model: AuditLabel;
    readonly human: AuditLabel;
  }[];
}

export async function auditAgreement(
  labels: readonly AuditEntry[],
  human: ReadonlyMap<string, AuditLabel>,
): Promise<AuditAgreement> {
  // Loaded lazily, because only audits need it.
  const { cohenKappa } = await import('@refbench/scoring');
  const common = labels.flatMap(({ rule, label }) => {
    const other = human.get(rule);
    return other === undefined ? [] : [{ rule, model: label, human: other }];
  });
  const disagreements = common.filter((one) => one.model !== one.human);
  return {
    rules: common.length,
    agreement: common.length === 0 ? null : (common.length - disagreements.length) / common.length,
    kappa: cohenKappa(common.map((one) => [one.model, one.human] as const)),
    disagreements,
  };
}
