const SECRET_NAME = /(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?)$/i;
/** A shorter value would also occur in words that are not secret. */
const MIN_LENGTH = 8;
/** User name and password in an address. */
const IN_ADDRESS = /(\w+:\/\/)[^\s/@"']+@/g;

/**
 * Returns a function that replaces secrets in a text: the values of environment variables whose names say
 * that they are secret, as they stand and as JSON writes them, and credentials in addresses.
 */
export function secretRedactor(env: NodeJS.ProcessEnv): (text: string) => string {
  const secrets = Object.entries(env)
    .filter(([name, value]) => SECRET_NAME.test(name) && (value ?? '').length >= MIN_LENGTH)
    .flatMap(([, value = '']) => [value, JSON.stringify(value).slice(1, -1)])
    .toSorted((left, right) => right.length - left.length);
  return (text) =>
    secrets
      .reduce((left, secret) => left.replaceAll(secret, '[redacted]'), text)
      .replaceAll(IN_ADDRESS, '$1[redacted]@');
}
