/** Why a provider did not answer, in words that hold no secret, and what may mend it. */
export interface ProviderFault {
  readonly reason: string;
  readonly fix: string;
  /** Whether the same call may succeed a little later. */
  readonly isPassing: boolean;
}

/** What an `APICallError` of the AI SDK tells beside its message. */
interface CallError {
  readonly message?: string;
  readonly statusCode?: number;
  readonly isRetryable?: boolean;
  readonly cause?: unknown;
}

/**
 * Reads the error of a call. What the server wrote is shown only where it does not speak of the key, for
 * servers repeat parts of it; a key we know is struck out anyway.
 */
export function describeProviderFault(error: unknown, apiKey = ''): ProviderFault {
  const { message = '', statusCode, isRetryable = false, cause } = (error ?? {}) as CallError;
  if (statusCode === 401 || statusCode === 403) {
    return {
      reason: `the server refuses the key (HTTP ${statusCode})`,
      fix: 'Check embeddings.api_key and the variable it names.',
      isPassing: false,
    };
  }
  if (statusCode === undefined && /api key/i.test(message)) {
    return {
      reason: 'there is no key',
      fix: 'Set embeddings.api_key to ${env:NAME} and the variable NAME to the key.',
      isPassing: false,
    };
  }
  if (statusCode === undefined && isRetryable) {
    return {
      reason: `the server cannot be reached${codeOf(cause)}`,
      fix: 'Check embeddings.base_url and the network.',
      isPassing: true,
    };
  }
  const said = oneLine(apiKey === '' ? message : message.replaceAll(apiKey, '…'));
  if (statusCode !== undefined && (statusCode < 200 || statusCode > 299)) {
    return {
      reason: `the server answers HTTP ${statusCode}: ${said}`,
      fix:
        statusCode === 404
          ? 'Check embeddings.model and embeddings.base_url.'
          : 'Try again later, or check embeddings.model with the provider.',
      isPassing: isRetryable,
    };
  }
  return {
    reason: `the answer is not one of embeddings: ${said}`,
    fix: 'Check that embeddings.base_url is an embeddings server, and embeddings.model an embedding model.',
    isPassing: false,
  };
}

/** The system's code of a failed connection, from wherever in the chain of causes it is. */
function codeOf(cause: unknown): string {
  for (let error = cause; error instanceof Error; error = error.cause) {
    const { code } = error as NodeJS.ErrnoException;
    if (typeof code === 'string') return ` (${code})`;
  }
  return '';
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= 200 ? line : `${line.slice(0, 200)}…`;
}
