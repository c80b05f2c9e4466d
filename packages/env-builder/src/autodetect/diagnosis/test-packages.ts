import { writtenName } from '../python/requirement.ts';
import { libraryLimits } from './library-limits.ts';
import { missingNodePackages } from './node-packages.ts';
import { missingPlugins } from './pytest-plugins.ts';
import { LATER_MODULES, packageOfModule, REMOVED_MODULES } from './python-modules.ts';

/** Build tools that every environment has, and modules that were or are part of Python. */
const NOT_IN_REGISTRY = new RegExp(
  `^(?:setuptools|wheel|pip|pkg_resources|${REMOVED_MODULES}|_?tkinter|_bz2|_ctypes|_lzma|_sqlite3|nis|spwd|chunk|aifc|sunau|mailcap|${LATER_MODULES}|compression)$`,
);

/**
 * Lists packages of the ecosystem that tests import but no manifest lists.
 * @param own - Names that the tree itself defines.
 */
export function missingTestPackages(log: string, own: ReadonlySet<string>): readonly string[] {
  const found = new Set<string>();
  const limits = libraryLimits(log);
  const limited = new Set(limits.map(writtenName));
  for (const [, name = ''] of log.matchAll(
    /(?:ModuleNotFoundError|ImportError): No module named '([A-Za-z_][\w.]*)/g,
  )) {
    const module = name.replace(/\..*$/, '');
    // The project's own modules are not in a registry, and every environment has the build tools.
    if (own.has(module) || NOT_IN_REGISTRY.test(module)) continue;
    const one = packageOfModule(name, log);
    if (!limited.has(one)) found.add(one);
  }
  // Packages whose optional dependencies are missing often say what to install.
  for (const [, name = ''] of log.matchAll(
    /(?:\bpip3?|python -m pip) install (?:-U |--upgrade )?["'`]?([A-Za-z][\w.-]*(?:\[[\w,-]+\])?)(?=["'`\s.,)]|$)/gm,
  )) {
    const plain = name.replace(/\.$/, '');
    const module = plain.replace(/\[.*$/, '').replaceAll('-', '_').toLowerCase();
    if (!own.has(module) && !/^(setuptools|wheel|pip|uv)$/.test(module)) found.add(plain);
  }
  for (const [, name = ''] of log.matchAll(/Missing required plugins: ([\w-]+)/g)) found.add(name);
  const plugins = missingPlugins(log).filter((name) => !limited.has(name));
  for (const name of [...plugins, ...limits]) found.add(name);
  for (const name of missingNodePackages(log, own)) found.add(name);
  return [...found];
}
