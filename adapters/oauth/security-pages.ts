import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '#kit/execute.ts';
import type { SignedInHost } from '../host-session.ts';
import type { Parameters } from './parameters.ts';

/** Reason why an action was refused. */
export interface Refusal {
  readonly code: string;
  readonly message: string;
}

/** A signed-in person's form submission. */
export interface Visit {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly host: SignedInHost;
}

/** Helpers shared by these pages' routes. */
export interface SecurityPages {
  /**
   * Handles a signed-in person's form at a path below the page; redirects to the sign-in page if the last
   * sign-in is too old.
   */
  readonly post: (path: string, act: (visit: Visit, form: Parameters) => Promise<FastifyReply>) => void;
  /** Shows the page again. */
  readonly show: (
    visit: Visit,
    shown: { readonly problem?: string | null; readonly done?: string | null },
  ) => Promise<FastifyReply>;
  /** Shows a refusal on the page. */
  readonly refuse: (visit: Visit, refusal: Refusal) => Promise<FastifyReply>;
  readonly callerOf: (visit: Visit) => Caller;
}
