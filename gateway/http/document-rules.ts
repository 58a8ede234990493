import { specifiedRules } from 'graphql';
import { literalDepthRule } from '../cost/literals.ts';
import { storableTextRule } from './storable-text.ts';

/** Validation as callers' documents have it, on both ways to an answer. */
export const DOCUMENT_RULES = [...specifiedRules, literalDepthRule, storableTextRule];
