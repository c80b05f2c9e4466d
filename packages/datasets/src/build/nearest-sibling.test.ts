import { writeAdmission, type CatalogEntry } from '@refbench/instances';
import { expect, test } from 'vitest';
import { nearestSibling } from './nearest-sibling.ts';
import { yearlyInstances } from './yearly-instances.testkit.ts';

const YEARS = [2001, 2005, 2020, 2024];

test('the recipe comes from the admitted instance that is nearest in time', async () => {
  const { workspace, entries } = await yearlyInstances(YEARS);
  const [first, second, third, last] = entries as [
    CatalogEntry,
    CatalogEntry,
    CatalogEntry,
    CatalogEntry,
  ];
  const signal = AbortSignal.timeout(60_000);
  const nearest = async (entry: CatalogEntry): Promise<string | undefined> =>
    (await nearestSibling({ workspace, entry, signal }, workspace))?.instance.id;
  expect(await nearest(third)).toBeUndefined();
  await writeAdmission(first, []);
  expect(await nearest(third)).toBe(first.instance.id);
  await writeAdmission(last, []);
  expect(await nearest(third)).toBe(last.instance.id);
  expect(await nearest(second)).toBe(first.instance.id);
});
