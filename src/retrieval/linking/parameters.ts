/** Numbers of the ranking, found over all reference sets together; `docs/retrieval.md` says how. */
export interface LinkingParameters {
  readonly nameWeight: number;
  readonly columnNameWeight: number;
  readonly tableCommentWeight: number;
  readonly columnCommentWeight: number;
  readonly labelWeight: number;
  readonly sampleWeight: number;
  readonly referenceWeight: number;
  readonly schemaWeight: number;
  readonly k1: number;
  readonly b: number;
  readonly nameBonus: number;
  readonly coverage: number;
  readonly coveragePower: number;
  readonly wholeName: number;
  readonly sourcePower: number;
  readonly timeWeight: number;
  readonly rootMatch: number;
  readonly typoMatch: number;
  readonly abbreviationMatch: number;
  readonly synonymMatch: number;
  readonly valueMatch: number;
  readonly phraseMatch: number;
  readonly bridge: number;
  readonly bridgeSeeds: number;
  readonly synonymKnown: number;
  readonly whoMatch: number;
  readonly relativeWho: number;
  readonly sharpness: number;
  readonly requestWeight: number;
  readonly literalWeight: number;
  readonly prior: number;
  readonly outward: number;
  readonly inward: number;
  readonly edgeWord: number;
  readonly inferredEdge: number;
  readonly twin: number;
  readonly sources: number;
  readonly path: number;
  readonly subtype: number;
  readonly schemaAffinity: number;
  readonly similarityWeight: number;
  readonly similarityPower: number;
  readonly joinColumn: number;
  readonly otherKey: number;
  readonly primaryKeyColumn: number;
  readonly labelColumn: number;
  readonly timeColumn: number;
  readonly quantityColumn: number;
  readonly tableShare: number;
}

export const linkingParameters: LinkingParameters = {
  nameWeight: 1.8,
  columnNameWeight: 2.2,
  tableCommentWeight: 1.5,
  columnCommentWeight: 0.5,
  labelWeight: 0.5,
  sampleWeight: 0.4,
  referenceWeight: 0.6,
  schemaWeight: 0.6,
  k1: 0.5,
  b: 0.12,
  nameBonus: 0.25,
  coverage: 0.9,
  coveragePower: 1.5,
  wholeName: 0.1,
  sourcePower: 1,
  timeWeight: 0.5,
  rootMatch: 0.25,
  typoMatch: 0.6,
  abbreviationMatch: 0.6,
  synonymMatch: 0.5,
  valueMatch: 0.4,
  phraseMatch: 1,
  bridge: 0.7,
  bridgeSeeds: 4,
  synonymKnown: 0.9,
  whoMatch: 0.6,
  relativeWho: 0.25,
  sharpness: 1.5,
  requestWeight: 0.4,
  literalWeight: 0.2,
  prior: 0.12,
  outward: 0.5,
  inward: 0.33,
  edgeWord: 0.2,
  inferredEdge: 0.15,
  twin: 0.3,
  sources: 40,
  path: 1,
  subtype: 0.9,
  schemaAffinity: 0.8,
  similarityWeight: 0.3,
  similarityPower: 2,
  joinColumn: 0.2,
  otherKey: 0.025,
  primaryKeyColumn: 0.075,
  labelColumn: 0.025,
  timeColumn: 0.056,
  quantityColumn: 0.05,
  tableShare: 1.33,
};
