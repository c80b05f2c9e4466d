import type { Witness } from '@refbench/contracts';
import { z } from 'zod';
import { readOptionalJson } from '@refbench/base';

const line = z.int().min(1);

/** The part of SARIF 2.1.0 that says which lines a rule matches. Programs write more. */
const sarifSchema = z.object({
  runs: z.array(
    z.object({
      results: z.array(
        z.object({
          ruleId: z.string(),
          locations: z.array(
            z.object({
              physicalLocation: z.object({
                artifactLocation: z.object({ uri: z.string() }),
                region: z.object({ startLine: line, endLine: line.optional() }),
              }),
            }),
          ),
        }),
      ),
    }),
  ),
});

/**
 * Reads the matches in a SARIF file. Undefined if the file does not exist.
 * @throws RefbenchError kind `invalid-file` if it is no SARIF
 */
export async function readSarif(path: string): Promise<readonly Witness[] | undefined> {
  const read = await readOptionalJson(path, sarifSchema, 'specify the SARIF that OpenGrep wrote');
  return read?.runs.flatMap(({ results }) =>
    results.flatMap(({ ruleId: rule, locations }) =>
      locations.map(({ physicalLocation: { artifactLocation, region } }) => ({
        rule,
        file: artifactLocation.uri,
        start: { line: region.startLine, column: 1 },
        // Whole lines count, so the end is behind the first column.
        end: { line: region.endLine ?? region.startLine, column: 2 },
      })),
    ),
  );
}
