/** Words that a question may write with a capital and that are nobody's name, in lower case. */
export const plainCapitals: readonly string[] = `
  what which who whom whose when where why how is are was were do does did has have had can could will would
  should show list give find count tell get compare sum calculate display return name rank sort order group
  many much there the a an all any each every this that these those my our your their his her its i we you they it
  in on at of for from to by with without between during since until per and or not no only also top bottom
  first last next previous total average mean median minimum maximum number share ratio percent percentage
  most least highest lowest best worst new old open closed active
  sales revenue profit cost price amount customer customers client clients employee employees user users order orders
  invoice invoices product products item items track tracks album albums artist artists genre genres playlist
  ticket tickets agent agents session sessions country countries city cities state states region year month week day
  january february march april may june july august september october november december
  monday tuesday wednesday thursday friday saturday sunday q1 q2 q3 q4 am pm utc
  north south east west northern southern eastern western central united states kingdom america american
  york zealand africa asia europe european union england britain germany france spain italy brazil canada usa uk eu
  los angeles san francisco hong kong rio janeiro saint costa rica
  rock jazz metal pop classical media type line page view views sql id ids csv json api url ceo cfo hr it kpi vat
  wie was welche welcher welches wer wo wann warum zeige liste gib die der das alle jeder jede kunden
`
  .trim()
  .split(/\s+/);
