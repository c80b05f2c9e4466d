/**
 * Returns a shell command for install_system.sh that generates locales of the distribution. It needs the package
 * `locales`.
 * @param names - E.g. `de_DE`, or `de_[A-Z]+` for all of a language.
 */
export function generateLocales(names: readonly string[]): string {
  const pattern = names.length === 1 ? names[0] : `(${names.join('|')})`;
  return `sed -i -E 's/^# *(${pattern}\\.UTF-8 )/\\1/' /etc/locale.gen && locale-gen`;
}
