import { settingKey, type Setting } from '@refbench/scoring';

/** A name for a file or an anchor: `scores-open-direct`. */
export function fileId(prefix: string, setting: Setting): string {
  return `${prefix}-${settingKey(setting)}`.replaceAll(/[^A-Za-z0-9.]+/g, '-').replace(/-$/, '');
}
