import { bird } from './bird.ts';
import { defog } from './defog.ts';
import { nl2sql07 } from './nl2sql-0-7.ts';
import { promptquery } from './promptquery.ts';
import type { RuleSet } from './rule-set.ts';
import { spider } from './spider.ts';
import { spider2 } from './spider2.ts';

/** The rules of others, by name. */
export const ruleSets: readonly RuleSet[] = [bird, spider, spider2, defog, nl2sql07, promptquery];

export type { PlainResult, RuleContext, RuleSet, RuleVerdict } from './rule-set.ts';
