/**
 * `${env:NAME}` stands for an environment variable and must be the whole value, so that no secret is
 * ever glued into a text that gets printed.
 */

/** What a value with a reference in it came to. */
export type SecretReading =
  | { readonly ok: true; readonly value: string }
  | { readonly ok: false; readonly message: string };

/**
 * Replaces a reference by what it stands for; any other text stays.
 *
 * @example
 * resolveSecret('${env:PGPASSWORD}', { PGPASSWORD: 's' }); // { ok: true, value: 's' }
 */
export function resolveSecret(
  text: string,
  env: Readonly<Record<string, string | undefined>>,
): SecretReading {
  const whole = /^\$\{([a-z_]+):([^}]*)\}$/.exec(text);
  if (whole === null) {
    return /\$\{[a-z_]+:[^}]*\}/.test(text)
      ? { ok: false, message: 'a ${…} reference must be the whole value' }
      : { ok: true, value: text };
  }
  const [, provider = '', name = ''] = whole;
  if (provider !== 'env') {
    return { ok: false, message: `unknown secret provider "${provider}"; known: env` };
  }
  const value = env[name];
  return value === undefined
    ? { ok: false, message: `the environment variable ${name} is not set` }
    : { ok: true, value };
}
