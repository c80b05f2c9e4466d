import { join } from 'node:path';
import { readJsonFile } from '@refbench/base';
import { z } from 'zod';

const resultSchema = z.looseObject({
  ruleId: z.string(),
  ruleIndex: z.int().min(0),
  /** Absent in logs that were written before matches were compared with base. */
  baselineState: z.enum(['new', 'unchanged', 'absent']).optional(),
  locations: z
    .array(
      z.looseObject({
        physicalLocation: z.looseObject({
          artifactLocation: z.looseObject({ uri: z.string() }),
          region: z.looseObject({ startLine: z.int().min(1), endLine: z.int().min(1) }),
        }),
      }),
    )
    .min(1),
});

const sarifSchema = z.looseObject({
  runs: z.tuple([
    z.looseObject({
      tool: z.looseObject({
        driver: z.looseObject({
          rules: z.array(
            z.looseObject({
              id: z.string(),
              shortDescription: z.looseObject({ text: z.string() }),
              properties: z.looseObject({ side: z.enum(['additive', 'reductive']) }),
            }),
          ),
        }),
      }),
      results: z.array(resultSchema),
    }),
  ]),
});

export interface SarifRule {
  readonly id: string;
  readonly side: 'additive' | 'reductive';
  readonly message: string;
}

/** A match of a rule: in base if it is absent, else in the patched tree. */
export interface RuleMatch {
  readonly rule: SarifRule;
  readonly file: string;
  readonly firstLine: number;
  readonly lastLine: number;
  readonly state: 'new' | 'unchanged' | 'absent' | 'unknown';
}

export interface RuleMatches {
  readonly rules: readonly SarifRule[];
  readonly matches: readonly RuleMatch[];
}

/** Reads rules.sarif of an attempt; undefined if there is none, or if it is damaged. */
export async function readMatches(attemptFolder: string): Promise<RuleMatches | undefined> {
  const file = await readJsonFile(join(attemptFolder, 'rules.sarif'), sarifSchema);
  if (file.kind !== 'valid') return undefined;
  const [{ tool, results }] = file.value.runs;
  const rules = tool.driver.rules.map(({ id, shortDescription, properties }) => ({
    id,
    side: properties.side,
    message: shortDescription.text,
  }));
  return {
    rules,
    matches: results.flatMap(({ ruleIndex, baselineState, locations }): RuleMatch[] => {
      const [rule, location] = [rules[ruleIndex], locations[0]];
      if (rule === undefined || location === undefined) return [];
      const { artifactLocation, region } = location.physicalLocation;
      return [
        {
          rule,
          file: artifactLocation.uri.split('/').map(decodePart).join('/'),
          firstLine: region.startLine,
          lastLine: region.endLine,
          state: baselineState ?? 'unknown',
        },
      ];
    }),
  };
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
