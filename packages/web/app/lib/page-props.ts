import type { DataSource } from '../data/data-source.ts';
import type { Route } from './route.ts';

/** What every page gets. `version` changes when data may have changed. */
export interface PageProps {
  readonly source: DataSource;
  readonly route: Route;
  readonly version: number;
}
