/**
 * Words of a question that say how to ask, not what about. Function words never count; request words
 * (`list`, `total`, `each`) count a little, because a column may well be called `total`.
 */

/** Words without content of their own. */
export const functionWords: ReadonlySet<string> = new Set(
  (
    'a an the this that these those there here it its itself they them their theirs he him his she her hers ' +
    'we us our ours you your yours i me my mine who whom whose which what when where why how ' +
    'am is are was were be been being do does did done doing have has had having will would shall should ' +
    'can could may might must of in on at by for from to into onto with without within between among ' +
    'about above below under over after before during since until till through across against along ' +
    'around as if then else than or and but nor not no so such both either neither also too very just only ' +
    'more most less least much many few several some any every all each other another same own up down out off ' +
    'again further once per via etc eg ie vs please let lets ok yes s t re ve ll d m'
  ).split(' '),
);

/** Words of asking, counting and ordering. */
export const requestWords: ReadonlySet<string> = new Set(
  (
    'show list give get find tell display return provide retrieve fetch report compute calculate determine ' +
    'identify select output print see want need like know look find information info detail details data ' +
    'database table tables column columns row rows record records entry entries value values result results ' +
    'number count counts amount total totals sum average avg mean median maximum minimum max min highest lowest ' +
    'high low higher lower largest smallest biggest greatest top bottom first last latest recent recently newest ' +
    'oldest earliest current currently previous next past ago today yesterday now ' +
    'unique distinct different various available existing exist exists include included including ' +
    'corresponding associated related respective respectively following given specific particular certain ' +
    'group grouped ordered sort sorted rank ranked ascending descending asc desc alphabetical alphabetically ' +
    'percentage percent ratio rate proportion share difference ' +
    'equal greater least together along overall entire whole full complete ' +
    'have belong belongs contain contains consist make made use used using based according ' +
    'new old still yet ever never always often one two three four five six seven eight nine ten zero ' +
    'name names'
  ).split(' '),
);

/** Units of time: they mostly say how to group or filter, and seldom name a table. */
export const timeWords: ReadonlySet<string> = new Set(
  (
    'second seconds minute minutes hour hours day days week weeks month months quarter quarters year years decade ' +
    'hourly daily weekly monthly quarterly yearly annual annually date dates time times ' +
    'january february march april june july august september october november december ' +
    'monday tuesday wednesday thursday friday saturday sunday'
  ).split(' '),
);
