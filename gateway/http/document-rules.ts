import { specifiedRules } from 'graphql';
import { literalDepthRule } from '../cost/literals.ts';
import { storableTextRule } from './storable-text.ts';

/** Validation rules for callers' documents, on both execution paths. */
export const DOCUMENT_RULES = [...specifiedRules, literalDepthRule, storableTextRule];
