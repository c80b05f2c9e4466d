/** A secret value of a build that must not be in an image. */
export interface KnownSecret {
  /** The name of the variable, or a description of the secret part of its value. */
  readonly name: string;
  readonly values: readonly Buffer[];
}

const SECRET_NAME = /token|key|secret|pass|auth|cred|pwd/i;
const MIN_NAMED_BYTES = 6;
const MIN_OPAQUE_BYTES = 16;

/**
 * Finds the secrets in the settings of a build: user and password in a URL, values of variables with
 * a secret name, and long alphanumeric values that are neither paths nor URLs. Other settings, such
 * as the URL of a registry, may occur in lock files and are not secret.
 */
export function knownSecrets(
  buildVariables: Readonly<Record<string, string>>,
): readonly KnownSecret[] {
  return Object.entries(buildVariables).flatMap(([name, value]) => {
    const credentials = /^[a-z][a-z0-9+.-]*:\/\/([^/@\s]*)@/i.exec(value)?.[1];
    if (credentials !== undefined) return [credentialSecret(name, credentials)];
    return isSecret(name, value) ? [secret(name, [value])] : [];
  });
}

function isSecret(name: string, value: string): boolean {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(value) || /^[./~]/.test(value)) return false;
  if (SECRET_NAME.test(name)) return value.length >= MIN_NAMED_BYTES;
  const opaque = /^[A-Za-z0-9+/=_-]+$/.test(value) && /\d/.test(value) && /[A-Za-z]/.test(value);
  return opaque && value.length >= MIN_OPAQUE_BYTES;
}

/** Returns the forms of a credential: encoded for URLs, plain, and as in an HTTP header. */
function credentialSecret(name: string, credentials: string): KnownSecret {
  const plain = decoded(credentials);
  const [, password = ''] = /^[^:]*:([^]*)$/.exec(plain) ?? [];
  const forms = [credentials, plain, Buffer.from(plain).toString('base64'), password];
  return secret(`the credentials in ${name}`, forms);
}

function secret(name: string, forms: readonly string[]): KnownSecret {
  const values = [...new Set(forms)].filter((form) => form.length >= MIN_NAMED_BYTES);
  return { name, values: values.map((value) => Buffer.from(value)) };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Patterns of keys of well-known services and of stored logins. */
export const PATTERNS: readonly { readonly what: string; readonly pattern: RegExp }[] = [
  {
    what: 'a private key',
    // The first bytes are equal in all keys of a kind, so the match must be longer to identify one.
    pattern: /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----\s*[A-Za-z0-9+/=]{20}[A-Za-z0-9+/=\s]{0,400}/g,
  },
  { what: 'a GitHub token', pattern: /(?:gh[oprsu]_[A-Za-z0-9]{36}|github_pat_\w{60})/g },
  { what: 'a GitLab token', pattern: /glpat-[\w-]{20}/g },
  { what: 'an npm token', pattern: /npm_[A-Za-z0-9]{36}\b/g },
  { what: "a registry's token", pattern: /:_(?:authToken|auth|password)\s*=\s*"?[^\s"$]{8,64}/g },
  { what: 'a PyPI token', pattern: /pypi-AgEIcHlwaS5vcmc[\w-]{20}/g },
  { what: 'an Anthropic key', pattern: /sk-ant-[\w-]{20}/g },
  { what: 'an OpenAI key', pattern: /sk-(?:proj-)?[A-Za-z0-9]{20}T3BlbkFJ/g },
  { what: 'a Google key', pattern: /AIza[\w-]{35}\b/g },
  { what: 'an AWS key', pattern: /(?:AKIA|ASIA)[A-Z2-7]{16}\b/g },
  { what: 'a Slack token', pattern: /xox[abprs]-\d[\w-]{20}/g },
  { what: 'a Hugging Face token', pattern: /hf_[A-Za-z0-9]{34}\b/g },
  { what: 'a login of netrc', pattern: /machine\s+\S+\s+login\s+\S+\s+password\s+\S{1,64}/g },
  {
    what: 'a login of pip',
    pattern: /index-url\s*=\s*https?:\/\/[^/\s@]+:[^/\s@]+@/g,
  },
  { what: 'a login of a container registry', pattern: /"auth"\s*:\s*"[A-Za-z0-9+/=]{12,200}/g },
  { what: 'a login of Maven', pattern: /<server>[^]{0,400}?<password>[^<${]{4,100}/g },
  { what: 'a token of cargo', pattern: /^\[regist[^]{0,200}?^\s*token\s*=\s*"[^"$]{8,100}/gm },
  { what: 'a login of git', pattern: /^https?:\/\/[^/\s:@]+:[^/\s@]+@[\w.-]+\/?$/gm },
];

/**
 * What each match of each pattern contains. Hardly a text has any of it, so most texts are searched
 * once and not once for each pattern.
 */
export const ANCHORS: RegExp =
  /PRIVATE KEY-----|gh[oprsu]_|github_pat_|glpat-|npm_|:_(?:auth|pass)|pypi-Ag|sk-|AIza|A[KS]IA|xox[abprs]-|hf_|machine\s|index-url|"auth"|<server>|\[regist|:\/\/[^/\s:@]+:/;

export interface SecretHit {
  readonly what: string;
  /** The masked secret. It can be located in the file, but not used. */
  readonly witness: string;
  /** The matching text, for comparisons. It is never stored. */
  readonly text: string;
}

/** Finds all texts that look like a key. */
export function secretPatterns(text: string): readonly SecretHit[] {
  if (!ANCHORS.test(text)) return [];
  return PATTERNS.flatMap(({ what, pattern }) =>
    [...text.matchAll(pattern)].map(([found]) => ({ what, witness: masked(found), text: found })),
  );
}

export function masked(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return `${line.slice(0, Math.min(12, Math.floor(line.length / 3)))}... (${line.length} characters)`;
}
