import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';

/** A certificate for HTTPS: PEM files, read when the server starts to listen. */
export interface TlsOptions {
  /** Path of the certificate, followed by its chain. */
  readonly cert: string;
  /** Path of its private key. */
  readonly key: string;
  /** Passphrase of an encrypted key. */
  readonly passphrase?: string | undefined;
}

/** Thrown if the certificate or its key cannot be used; the message names the file and the reason. */
export class TlsError extends Error {
  override name = 'TlsError';
}

/** A certificate and key for engines: uWebSockets.js uses the paths, node:http the contents. */
export interface TlsFiles extends TlsOptions {
  readonly certText: string;
  readonly keyText: string;
}

/**
 * Reads a certificate and its key, and checks that they belong together.
 * @throws TlsError
 */
export function readTls(options: TlsOptions): TlsFiles {
  const certText = read(options.cert, 'certificate');
  const keyText = read(options.key, 'private key');
  try {
    createSecureContext({ cert: certText, key: keyText, passphrase: options.passphrase });
  } catch (error) {
    const why = reason(error, options.passphrase);
    throw new TlsError(`${options.cert} and ${options.key} are not a certificate and its key: ${why}`, {
      cause: error,
    });
  }
  return { ...options, certText, keyText };
}

function read(path: string, kind: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? 'there is no such file' : (error as Error).message;
    throw new TlsError(`The ${kind} ${path} cannot be read: ${why}`, { cause: error });
  }
}

/** Returns the reason of an OpenSSL error; common ones name the fix. */
function reason(error: unknown, passphrase: string | undefined): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ERR_OSSL_X509_KEY_VALUES_MISMATCH') return 'the key belongs to another certificate';
  if (/bad decrypt|bad password|interrupted or cancelled|empty password/i.test(message))
    return passphrase === undefined
      ? 'the key is encrypted; give its passphrase'
      : 'the passphrase is not that of the key';
  if (code === 'ERR_OSSL_PEM_NO_START_LINE' || /no start line|unsupported/i.test(message))
    return 'files in PEM form are needed, which begin with -----BEGIN';
  return message;
}
