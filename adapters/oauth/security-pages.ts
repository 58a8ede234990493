import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '#kit/execute.ts';
import type { SignedInHost } from '../host-session.ts';
import type { Parameters } from './parameters.ts';

/** Why something was not done. */
export interface Refusal {
  readonly code: string;
  readonly message: string;
}

/** A signed-in person who sends a form of these pages. */
export interface Visit {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly host: SignedInHost;
}

/** What the routes of these pages share. */
export interface SecurityPages {
  /** Takes a form of someone who is signed in, at a path below the page; leads to the sign-in where that is too long ago. */
  readonly post: (path: string, act: (visit: Visit, form: Parameters) => Promise<FastifyReply>) => void;
  /** Shows the page again. */
  readonly show: (
    visit: Visit,
    shown: { readonly problem?: string | null; readonly done?: string | null },
  ) => Promise<FastifyReply>;
  /** Answers a refusal on the page. */
  readonly refuse: (visit: Visit, refusal: Refusal) => Promise<FastifyReply>;
  readonly callerOf: (visit: Visit) => Caller;
}
