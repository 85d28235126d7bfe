import type { ComponentChildren } from 'preact';
import { useErrorBoundary } from 'preact/hooks';
import { truncate } from './truncate.js';

/** Limits a failure to render to this part of the panel. */
export function ErrorBoundary({ what, children }: { what: string; children: ComponentChildren }) {
  const [error, again] = useErrorBoundary();
  if (error === undefined) return <>{children}</>;
  return (
    <p class="error-text" role="alert">
      {truncate(what)} cannot be shown: {truncate(error instanceof Error ? error.message : String(error))}{' '}
      <button type="button" class="button quiet" onClick={again}>
        Try again
      </button>
    </p>
  );
}
