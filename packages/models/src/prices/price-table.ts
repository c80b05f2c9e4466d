import { fileURLToPath } from 'node:url';
import { RefbenchError, type Digest } from '@refbench/contracts';
import { digestOf, readYamlFile } from '@refbench/base';
import { priceFileSchema, priceOverridesSchema, type ModelPrice } from './price-schema.ts';

export interface PriceTable {
  /** Digest of the whole table including overrides. It is recorded in results with costs. */
  readonly digest: Digest;
  /** The date of the built-in prices (ISO). */
  readonly date: string;
  readonly source: string;
  /** Returns the price of a model, an alias or a dated name; undefined if unknown. */
  readonly priceOf: (model: string) => ModelPrice | undefined;
  /** The names of all models, sorted. */
  readonly models: readonly string[];
}

export interface LoadPricesOptions {
  /** A YAML file whose `models` are added to the built-in ones or replace them. */
  readonly overrides?: string;
}

const shippedPath = fileURLToPath(new URL('../../data/prices.yaml', import.meta.url));

/** `claude-sonnet-4-5-20250929`, `gpt-5-2025-08-07`: the same model at the same price. */
const DATED = /-(?:\d{8}|\d{4}-\d{2}-\d{2})$/;

/** @throws RefbenchError kind `invalid-file` when the overrides do not fit the schema */
export async function loadPrices(options: LoadPricesOptions = {}): Promise<PriceTable> {
  const shipped = await readYamlFile(shippedPath, priceFileSchema);
  const added =
    options.overrides === undefined
      ? {}
      : (await readYamlFile(options.overrides, priceOverridesSchema)).models;
  const models = { ...shipped.models, ...added };
  // An entry of the user takes precedence over a built-in alias with the same name.
  const byName = new Map([
    ...Object.values(models).flatMap((price) =>
      price.aliases.map((alias): [string, ModelPrice] => [alias, price]),
    ),
    ...Object.entries(models),
  ]);
  return Object.freeze({
    digest: digestOf({ date: shipped.date, source: shipped.source, models }),
    date: shipped.date,
    source: shipped.source,
    models: Object.keys(models).sort(),
    priceOf: (model: string) => byName.get(model) ?? byName.get(model.replace(DATED, '')),
  });
}

/** @throws RefbenchError kind `usage` when the model has no price */
export function requirePrice(
  prices: Pick<PriceTable, 'date' | 'priceOf'>,
  model: string,
): ModelPrice {
  const price = prices.priceOf(model);
  if (price !== undefined) return price;
  throw new RefbenchError({
    kind: 'usage',
    message: `the price of model "${model}" is unknown (price table of ${prices.date})`,
    hint: 'add its price with --price-overrides prices.yaml',
  });
}
