import type { ComponentChildren } from 'preact';
import { useErrorBoundary } from 'preact/hooks';
import { truncate } from './truncate.js';

/** A part of the page: what cannot be drawn of what the host sent costs that part and not the rest. */
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
