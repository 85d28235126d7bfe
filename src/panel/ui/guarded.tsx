import type { ComponentChildren } from 'preact';
import { useErrorBoundary } from 'preact/hooks';
import { cut } from './cut.js';

/** A part of the page: what cannot be drawn of what the host sent costs that part and not the rest. */
export function Guarded({ what, children }: { what: string; children: ComponentChildren }) {
  const [error, again] = useErrorBoundary();
  if (error === undefined) return <>{children}</>;
  return (
    <p class="mistake" role="alert">
      {cut(what)} cannot be shown: {cut(error instanceof Error ? error.message : String(error))}{' '}
      <button type="button" class="button quiet" onClick={again}>
        Try again
      </button>
    </p>
  );
}
