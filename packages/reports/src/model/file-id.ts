import { settingKey, type Setting } from '@refbench/scoring';

/** Returns an identifier for file names and anchors, e.g. `scores-open-direct`. */
export function fileId(prefix: string, setting: Setting): string {
  return `${prefix}-${settingKey(setting)}`.replaceAll(/[^A-Za-z0-9.]+/g, '-').replace(/-$/, '');
}
