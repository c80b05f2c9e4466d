import { readYamlFile } from '@refbench/base';
import { z } from 'zod';
import { dataFile } from '../commit/data-file.ts';

const share = z.number().min(0).max(1);
const count = z.int().positive();

const ruleSchema = z.strictObject({
  schema: z.literal(1),
  limits: z.strictObject({
    min_code_paths: count,
    least_code_lines: count,
    min_code_files: count,
    min_code_lines: count,
    max_files: count,
    max_code_lines: count,
    max_comments: share,
    max_whitespace: share,
    min_score: share,
  }),
  ranges: z.strictObject({
    max_commits: count,
    max_days: z.number().positive(),
    min_score: share,
    common_files: share,
    gain: share,
  }),
  few: z.strictObject({
    enough: count,
    min_message: share,
    least_code_lines: count,
  }),
  types: z.strictObject({
    refactoring: z.array(z.string()),
    feature: z.array(z.string()),
    fix: z.array(z.string()),
    upkeep: z.array(z.string()),
  }),
  merits: z.strictObject({
    message: share,
    kept: share,
    blocks: share,
    declarations: share,
    renaming: share,
    balance: share,
    breadth: share,
    size: share,
  }),
  faults: z.strictObject({
    doubt: share,
    expectations: share,
    novelty: share,
    fresh: share,
    tests: share,
    foreign: share,
    whitespace: share,
    imports: share,
    substitution: share,
  }),
});

/** Limits and weights of the search; see data/own.yaml. */
export type OwnRules = z.infer<typeof ruleSchema>;

export async function readOwnRules(): Promise<OwnRules> {
  return readYamlFile(dataFile('own.yaml'), ruleSchema);
}
