import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'ini';

/** The package sources in the pip settings of this host. */
export interface PipSettings {
  /** URLs of package indexes, in the order in which they are tried. */
  readonly indexes: readonly string[];
  /** Folders or `file:` URLs with wheels. */
  readonly findLinks: readonly string[];
  readonly proxy: string | undefined;
  /** A file of PEM certificates. */
  readonly certificateFile: string | undefined;
}

const DEFAULT_INDEX = 'https://pypi.org/simple';

/** Lists the configuration files. Later ones override earlier ones, as in pip. */
function configFiles(env: NodeJS.ProcessEnv): readonly string[] {
  const named = env['PIP_CONFIG_FILE'];
  // With this value, pip reads no configuration file.
  if (named === '/dev/null') return [];
  const home = env['HOME'] ?? homedir();
  const config = env['XDG_CONFIG_HOME'] ?? join(home, '.config');
  return [
    '/etc/pip.conf',
    join(home, '.pip', 'pip.conf'),
    join(config, 'pip', 'pip.conf'),
    ...(named === undefined ? [] : [named]),
  ];
}

/** Reads the environment variables and configuration files of pip. Unreadable files are ignored. */
export async function pipSettings(env: NodeJS.ProcessEnv = process.env): Promise<PipSettings> {
  const settings = new Map<string, string>();
  for (const path of configFiles(env)) {
    const text = await readFile(path, 'utf8').catch(() => '');
    // A value continues on indented lines, which the parser does not support.
    const sections: Record<string, unknown> = parse(text.replaceAll(/\r?\n[ \t]+/g, ' '));
    for (const name of ['global', 'download']) {
      const section = sections[name];
      if (typeof section !== 'object' || section === null) continue;
      for (const [key, value] of Object.entries(section)) {
        settings.set(key.replaceAll('_', '-'), String(value));
      }
    }
  }
  for (const key of ['index-url', 'extra-index-url', 'no-index', 'find-links', 'proxy', 'cert']) {
    const value = env[`PIP_${key.toUpperCase().replaceAll('-', '_')}`];
    if (value !== undefined && value !== '') settings.set(key, value);
  }
  const listOf = (key: string): readonly string[] =>
    (settings.get(key) ?? '').split(/\s+/).filter((part) => part !== '');
  const noIndex = /^(?:1|true|yes|on)$/i.test(settings.get('no-index') ?? '');
  return {
    indexes: noIndex
      ? []
      : [settings.get('index-url') ?? DEFAULT_INDEX, ...listOf('extra-index-url')],
    findLinks: listOf('find-links'),
    proxy: settings.get('proxy'),
    certificateFile: settings.get('cert'),
  };
}
