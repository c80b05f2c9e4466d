import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { FileTags } from './file-tags.ts';
import { rankDefinitions } from './rank-definitions.ts';

const caseSchema = z.object({
  name: z.string(),
  chat: z.array(z.string()).default([]),
  mentioned_idents: z.array(z.string()).default([]),
  fnames: z.array(z.string()).optional(),
  tags: z.array(z.tuple([z.string(), z.string(), z.enum(['def', 'ref'])])),
  result: z.object({
    pagerank: z.record(z.string(), z.number()),
    ranked: z.array(z.tuple([z.string(), z.string(), z.number()])),
  }),
});

/** Computed with networkx from Aider's algorithm. */
const cases = z
  .array(caseSchema)
  .parse(
    JSON.parse(
      readFileSync(new URL('../../fixtures/repo-map-ranks.json', import.meta.url), 'utf8'),
    ),
  );

function filesOf(tags: z.infer<typeof caseSchema>['tags']): readonly FileTags[] {
  const paths = [...new Set(tags.map(([path]) => path))];
  return paths.map((path) => {
    const own = tags.filter(([file]) => file === path);
    const references = new Map<string, number>();
    for (const [, name, kind] of own) {
      if (kind === 'ref') references.set(name, (references.get(name) ?? 0) + 1);
    }
    const definitions = own
      .filter(([, , kind]) => kind === 'def')
      .map(([, name]) => ({ name, line: 0, end: 0 }));
    return {
      path,
      definitions,
      references: { names: [...references.keys()], counts: [...references.values()] },
    };
  });
}

test.each(cases)('ranks like the reference implementation: $name', (vector) => {
  const files = filesOf(vector.tags);
  const ranking = rankDefinitions(files, vector.fnames ?? files.map(({ path }) => path), {
    inContext: new Set(vector.chat),
    mentionedFiles: new Set(),
    mentionedNames: new Set(vector.mentioned_idents),
  });
  expect([...ranking.files.keys()].sort()).toEqual(Object.keys(vector.result.pagerank).sort());
  for (const [path, rank] of ranking.files) {
    expect(rank).toBeCloseTo(vector.result.pagerank[path] ?? Number.NaN, 12);
  }
  expect(ranking.definitions.map(({ path, name }) => [path, name])).toEqual(
    vector.result.ranked.map(([path, name]) => [path, name]),
  );
  for (const [at, { rank }] of ranking.definitions.entries()) {
    expect(rank).toBeCloseTo(vector.result.ranked[at]?.[2] ?? Number.NaN, 12);
  }
});

test('ranks do not depend on the order in which files are read', () => {
  for (const { tags } of cases) {
    const files = filesOf(tags);
    const paths = files.map(({ path }) => path);
    const interest = {
      inContext: new Set<string>(),
      mentionedFiles: new Set<string>(),
      mentionedNames: new Set<string>(),
    };
    expect(rankDefinitions(files.toReversed(), paths, interest)).toEqual(
      rankDefinitions(files, paths, interest),
    );
  }
});
