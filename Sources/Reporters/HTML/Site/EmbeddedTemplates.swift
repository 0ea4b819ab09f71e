// Made of templates/report by EmbeddedTemplatesTests with UPDATE_GOLDEN=1: edit those files, not this one.

/// The files of `templates/report`.
enum EmbeddedTemplates {
  static let page = #"""
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="{{policy}}">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="referrer" content="no-referrer">
    <link rel="icon" href="data:,">
    <title>{{title}}</title>
    {{style}}
    </head>
    <body>
    <a class="skip" href="#main">Skip to the content</a>
    <header class="top">
    {{navigation}}
    </header>
    <main id="main" tabindex="-1">
    {{content}}
    </main>
    <footer class="foot">
    {{footer}}
    </footer>
    {{script}}
    </body>
    </html>

    """#

  static let style = #"""
    :root {
      color-scheme: light dark;
      --back: #ffffff;
      --panel: #f5f7f9;
      --raised: #ffffff;
      --line: #d5dbe1;
      --text: #1c2127;
      --dim: #57606a;
      --link: #0a55c4;
      --pass: #17752f;
      --fail: #c22127;
      --warn: #8a5700;
      --none: #6b7480;
      --pass-back: #e3f5e7;
      --fail-back: #fdeaea;
      --warn-back: #fdf3dc;
      --note-back: #e8f1fd;
      --mark: #fff3b0;
      --mono: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --back: #0e1116;
        --panel: #161b22;
        --raised: #1b2129;
        --line: #2d343d;
        --text: #e2e7ec;
        --dim: #9aa6b2;
        --link: #82b4ff;
        --pass: #5ccb7c;
        --fail: #ff8a83;
        --warn: #e6b04d;
        --none: #8b96a3;
        --pass-back: #12291a;
        --fail-back: #331718;
        --warn-back: #2e240f;
        --note-back: #13233b;
        --mark: #4a3f10;
      }
    }
    * { box-sizing: border-box; }
    html { scroll-padding-top: calc(4.5rem + var(--filter, 0px)); -webkit-text-size-adjust: 100%; }
    body {
      margin: 0; background: var(--back); color: var(--text);
      font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
    }
    a { color: var(--link); text-underline-offset: .15em; }
    :focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 3px; }
    main:focus { outline: none; }
    code, pre, kbd, .mono { font-family: var(--mono); font-size: .9em; }
    pre { margin: 0; tab-size: 4; }
    h1, h2, h3, h4 { line-height: 1.25; margin: 0; text-wrap: balance; }
    h1 { font-size: 1.6rem; letter-spacing: -.01em; margin-bottom: .6rem; }
    section + section > h1 { margin-top: 3rem; }
    h2 { font-size: 1.15rem; margin: 2.2rem 0 .8rem; }
    h3 { font-size: 1rem; }
    p { margin: .4rem 0; }
    [hidden] { display: none !important; }
    .dim { color: var(--dim); }
    .pass { color: var(--pass); } .fail { color: var(--fail); } .warn { color: var(--warn); }
    .nowrap { white-space: nowrap; }
    .wrap { overflow-wrap: anywhere; }
    .skip { position: absolute; left: -99rem; }
    .skip:focus { left: 1rem; top: .5rem; z-index: 9; background: var(--raised); padding: .3rem .6rem; }

    /* The bar at the top */
    .top {
      position: sticky; top: 0; z-index: 5; display: flex; align-items: center; gap: 1rem;
      padding: 0 max(1rem, calc((100vw - 84rem) / 2)); background: var(--panel);
      border-bottom: 1px solid var(--line);
    }
    .top nav { display: flex; overflow-x: auto; scrollbar-width: none; }
    .top nav a {
      flex: none; padding: .8rem .75rem .65rem; color: var(--text); text-decoration: none;
      border-bottom: 3px solid transparent;
    }
    .top nav a:hover { background: var(--line); }
    .top nav a[aria-current] { border-bottom-color: var(--link); font-weight: 600; }
    .top nav .count { margin-left: .35em; color: var(--dim); font-size: .85em; font-weight: 400; }
    .top nav .count.fail { color: var(--fail); font-weight: 600; }
    .pill {
      display: inline-block; flex: none; padding: .1rem .65rem; border-radius: 99px; font-weight: 600;
      font-size: .87rem; border: 1px solid currentColor; white-space: nowrap;
    }
    .pill.pass { background: var(--pass-back); } .pill.fail { background: var(--fail-back); }
    .pill.warn { background: var(--warn-back); } .pill.none { color: var(--dim); }
    main { max-width: 86rem; margin: 0 auto; padding: 1.6rem 1rem 3rem; }
    .foot {
      max-width: 86rem; margin: 0 auto; padding: 1rem; color: var(--dim); font-size: .87rem;
      border-top: 1px solid var(--line);
    }
    .foot p { margin: 0; }
    button, .button {
      font: inherit; font-size: .87rem; color: var(--text); background: var(--raised); cursor: pointer;
      border: 1px solid var(--line); border-radius: 6px; padding: .2rem .65rem; min-height: 1.9rem;
    }
    button:hover { border-color: var(--dim); }
    button[aria-pressed="true"], [role="tab"][aria-selected="true"] {
      background: var(--note-back); border-color: var(--link); color: var(--link); font-weight: 600;
    }
    input[type="search"] {
      font: inherit; width: 100%; padding: .45rem .7rem; color: var(--text); background: var(--raised);
      border: 1px solid var(--dim); border-radius: 6px;
    }
    kbd {
      border: 1px solid var(--line); border-bottom-width: 2px; border-radius: 4px; padding: 0 .35em;
      background: var(--panel);
    }

    /* The verdict */
    .verdict { color: var(--text); border-left: 6px solid var(--none); padding: .1rem 0 .1rem 1rem; margin-bottom: 1.4rem; }
    .verdict.pass { border-color: var(--pass); } .verdict.fail { border-color: var(--fail); }
    .verdict.warn { border-color: var(--warn); }
    .verdict ul { margin: .4rem 0 0; padding-left: 1.2rem; }
    .tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(9.5rem, 1fr)); gap: .7rem; }
    .tile {
      display: block; background: var(--panel); border: 1px solid var(--line); border-radius: 8px;
      padding: .7rem .9rem; color: var(--text); text-decoration: none;
    }
    a.tile:hover { border-color: var(--link); }
    .tile b { display: block; font-size: 1.45rem; line-height: 1.2; font-variant-numeric: tabular-nums; }
    .tile.fail b { color: var(--fail); } .tile.warn b { color: var(--warn); }
    .tile.pass b { color: var(--pass); }
    .tile span { color: var(--dim); font-size: .87rem; }
    dl.facts {
      display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .25rem 1.2rem; margin: 0;
    }
    dl.facts dt { color: var(--dim); } dl.facts dd { margin: 0; overflow-wrap: anywhere; }
    .columns { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(26rem, 100%), 1fr)); gap: 0 2.5rem; }

    /* Tables */
    .table { overflow-x: auto; border: 1px solid var(--line); border-radius: 8px; }
    /* A shadow at the side where a table goes on. */
    .table {
      background:
        linear-gradient(90deg, var(--back) 50%, transparent) 0 0 / 2.4rem 100% no-repeat local,
        linear-gradient(270deg, var(--back) 50%, transparent) 100% 0 / 2.4rem 100% no-repeat local,
        linear-gradient(90deg, var(--shade), transparent) 0 0 / .7rem 100% no-repeat scroll,
        linear-gradient(270deg, var(--shade), transparent) 100% 0 / .7rem 100% no-repeat scroll;
      --shade: color-mix(in srgb, var(--dim) 45%, transparent);
    }
    table { border-collapse: collapse; width: 100%; }
    caption { text-align: left; padding: .5rem .8rem; color: var(--dim); }
    th, td { padding: .38rem .8rem; text-align: left; vertical-align: top; }
    thead th { background: var(--panel); font-weight: 600; font-size: .87rem; white-space: nowrap; }
    tbody tr { border-top: 1px solid var(--line); }
    tbody th { font-weight: 400; }
    .num { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
    th button { border: 0; background: none; padding: 0; font-weight: 600; min-height: 1.5rem; }
    th button::after { content: " ↕"; color: var(--dim); }
    th[aria-sort="ascending"] button::after { content: " ↑"; color: var(--link); }
    th[aria-sort="descending"] button::after { content: " ↓"; color: var(--link); }
    svg.bar { display: block; width: 100%; min-width: 6rem; height: .75rem; margin-top: .35rem; border-radius: 3px; }
    svg .back { fill: var(--line); } svg .pass { fill: var(--pass); } svg .fail { fill: var(--fail); }
    svg .warn { fill: var(--warn); } svg .none { fill: var(--none); } svg .link { fill: var(--link); }
    td.bar { width: 30%; min-width: 8rem; }
    .share { width: 9rem; } .share svg.bar { width: 8rem; }
    td.wrap { min-width: 12rem; }
    .axis { display: flex; justify-content: space-between; color: var(--dim); font-weight: 400; font-variant-numeric: tabular-nums; }
    .bar .critical { stroke: var(--text); stroke-width: 2px; vector-effect: non-scaling-stroke; }
    td.spark { width: 5rem; }
    svg.spark { flex: none; align-self: center; width: 60px; height: 16px; vertical-align: middle; }
    .spark polyline { fill: none; stroke: var(--link); stroke-width: 1.5; }
    .lanes summary { cursor: pointer; color: var(--dim); }
    .lane { display: flex; gap: .6rem; align-items: center; margin: .2rem 0; font-size: .8rem; }
    .lane > span { flex: none; width: 9.5rem; overflow-wrap: anywhere; }
    .lane > svg { flex: 1; min-width: 0; height: 1rem; border-radius: 3px; overflow: hidden; }
    .lane rect { stroke: var(--back); stroke-width: .5px; } .lane rect.back { stroke: none; }
    .lane text { fill: var(--back); font-size: 11px; font-weight: 600; }
    .lanes .axis { margin: 0 0 0 10.1rem; font-size: .8rem; }
    @media (max-width: 40rem) { .lane > span { width: 5.5rem; } .lanes .axis { margin-left: 6.1rem; } }
    .folders { border: 1px solid var(--line); border-radius: 8px; }
    .folders details + details, .folders details + table { border-top: 1px solid var(--line); }
    .folders details details, .folders details > table { margin-left: 1.2rem; width: calc(100% - 1.2rem); }
    .folders summary { padding: .38rem .8rem; cursor: pointer; overflow-wrap: anywhere; }
    .folders summary:hover { background: var(--panel); }
    .folders .name { font-weight: 600; }
    .folders td:first-child { padding-left: .8rem; overflow-wrap: anywhere; }
    .folders td:last-child::after { content: " missed"; color: var(--dim); }
    .folders td + td { width: 7rem; text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }

    /* Cards: failures, flaky tests, findings */
    .card { border: 1px solid var(--line); border-radius: 8px; margin: 0 0 .7rem; background: var(--raised); }
    .card > summary, .cause > header {
      display: flex; flex-wrap: wrap; align-items: baseline; gap: .2rem .8rem; padding: .6rem .9rem;
    }
    .card > summary { position: relative; padding-left: 1.9rem; cursor: pointer; list-style: none; }
    .card > summary::-webkit-details-marker { display: none; }
    .card > summary::before { content: "▸"; position: absolute; left: .9rem; color: var(--dim); }
    .card[open] > summary::before { content: "▾"; }
    .card > summary:hover { background: var(--panel); border-radius: 8px; }
    .card.current { border-color: var(--link); box-shadow: 0 0 0 1px var(--link); }
    .card .name { font-weight: 600; overflow-wrap: anywhere; min-width: 0; }
    .card .body { padding: 0 .9rem .9rem; }
    .card .tools { display: flex; flex-wrap: wrap; gap: .4rem; margin: .6rem 0 0; }
    .cause { border: 1px solid var(--line); border-radius: 10px; padding: .1rem .8rem .2rem; margin-bottom: 1.1rem; background: var(--panel); }
    .cause > header { padding: .7rem .1rem; }
    .cause > header h3 { overflow-wrap: anywhere; font-family: var(--mono); font-size: .92rem; font-weight: 600; }
    .message {
      background: var(--fail-back); border-left: 3px solid var(--fail); padding: .5rem .8rem; margin: .5rem 0;
      white-space: pre-wrap; overflow-wrap: anywhere; border-radius: 0 6px 6px 0;
    }
    .message.warning { background: var(--warn-back); border-color: var(--warn); }
    .message.note, .message.known { background: var(--panel); border-color: var(--none); }
    dl.values {
      display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .15rem .8rem; margin: .5rem 0;
      font-family: var(--mono); font-size: .87rem;
    }
    dl.values dt { color: var(--dim); }
    dl.values dd { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
    pre.values {
      border: 1px solid var(--line); border-radius: 6px; padding: .4rem .8rem; margin: .5rem 0; font-size: .87rem;
      white-space: pre-wrap; overflow-wrap: anywhere;
    }
    pre.values span { display: block; padding-left: 2ch; text-indent: -2ch; }
    mark { background: var(--mark); color: inherit; border-radius: 2px; outline: 1px solid var(--warn); }
    .output {
      background: var(--panel); border: 1px solid var(--line); border-radius: 6px; padding: .5rem .8rem; margin: .3rem 0;
      white-space: pre-wrap; overflow-wrap: anywhere; max-height: 26rem; overflow-y: auto;
    }
    .command { display: flex; gap: .5rem; align-items: start; margin: .5rem 0; }
    .command code {
      flex: 1; min-width: 0; background: var(--panel); border: 1px solid var(--line); border-radius: 6px; padding: .3rem .7rem;
      overflow-wrap: anywhere;
    }
    .label { color: var(--dim); font-size: .87rem; margin: .7rem 0 .2rem; }
    .place { font-family: var(--mono); font-size: .87rem; overflow-wrap: anywhere; }
    .tag {
      display: inline-block; font-size: .8rem; border: 1px solid var(--line); border-radius: 99px; padding: 0 .55rem;
      color: var(--dim); background: var(--back); white-space: nowrap; max-width: 100%; overflow: hidden; text-overflow: ellipsis; vertical-align: bottom;
    }
    .tag.fail { color: var(--fail); border-color: currentColor; } .tag.warn { color: var(--warn); border-color: currentColor; }
    .earlier .dots { display: inline-flex; gap: .15rem; margin-right: .4rem; vertical-align: middle; }
    .earlier .dots i { width: .55rem; height: .55rem; border-radius: 50%; background: var(--pass); }
    .earlier .dots i.fail { border-radius: 0; background: var(--fail); }
    .tag.new { color: var(--link); border-color: currentColor; background: var(--note-back); font-weight: 600; }
    .tag.pass { color: var(--pass); border-color: currentColor; }
    [role="tablist"] { display: flex; flex-wrap: wrap; gap: .3rem; margin: .6rem 0 .2rem; }
    .empty { padding: 1.2rem; border: 1px dashed var(--line); border-radius: 8px; color: var(--dim); text-align: center; }
    .left-out { color: var(--dim); font-style: italic; font-size: .9rem; }
    ul.plain { list-style: none; margin: 0; padding: 0; }
    ul.requirements li { margin: .4rem 0; }
    ul.notes { margin: 0; padding-left: 1.2rem; }
    ul.notes li { margin: .2rem 0; overflow-wrap: anywhere; }

    /* Attachments and images of snapshot tests */
    .attachment { border: 1px solid var(--line); border-radius: 6px; margin: .3rem 0; padding: .3rem .7rem; }
    .attachment summary { cursor: pointer; overflow-wrap: anywhere; }
    .attachment img, .compare img { outline: 1px solid var(--line); max-width: 100%; height: auto; display: block; background: repeating-conic-gradient(#8884 0 25%, #fff4 0 50%) 0 0 / 16px 16px; }
    .attachment img { margin: .4rem 0; }
    .compare { margin: .6rem 0; border: 1px solid var(--line); border-radius: 6px; padding: .5rem .8rem .8rem; }
    .compare .sides { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(14rem, 100%), 1fr)); gap: .2rem 1rem; align-items: start; }
    .compare .blend, .compare .slide { display: grid; width: fit-content; max-width: 100%; isolation: isolate; }
    .compare .blend { background: #000000; filter: brightness(3); }
    .compare .blend img, .compare .slide img { grid-area: 1 / 1; }
    .compare .blend img { background: none; }
    .compare .blend img + img { mix-blend-mode: difference; }
    .compare .slide img + img { clip-path: inset(0 0 0 var(--at, 50%)); }
    .compare input[type="range"] { width: min(30rem, 100%); accent-color: var(--link); display: block; margin: .2rem 0 .5rem; }

    /* The filter and the list of all tests */
    .filter { position: sticky; top: 3rem; z-index: 4; background: var(--back); padding: .6rem 0; }
    .filter .chips { display: flex; flex-wrap: wrap; gap: .35rem; margin-top: .5rem; align-items: center; }
    .row { display: flex; gap: .7rem; align-items: baseline; padding: .22rem .8rem; border-top: 1px solid var(--line); }
    .row .name { flex: 1; min-width: 0; overflow-wrap: anywhere; }
    .row button.name { text-align: left; border: 0; background: none; padding: 0; min-height: 1.4rem; }
    .suite { padding: .5rem .8rem .3rem; background: var(--panel); border-top: 1px solid var(--line); font-weight: 600; overflow-wrap: anywhere; }
    .detail { padding: .2rem .8rem .8rem 2.2rem; }
    .dot { flex: none; width: 1.1em; text-align: center; font-weight: 700; }

    /* Sources */
    .source { container-type: inline-size; border: 1px solid var(--line); border-radius: 8px; overflow-x: auto; margin: .4rem 0; background: var(--raised); }
    .source pre { font-size: .82rem; line-height: 1.5; min-width: max-content; padding: .4rem 0; }
    .source span { display: block; padding: 0 1rem 0 0; scroll-margin-top: 8rem; }
    .source span::before {
      content: attr(data-n); display: inline-block; width: 4.5em; padding-right: .8em; margin-right: .8em;
      text-align: right; color: var(--dim); border-right: 4px solid transparent; user-select: none; white-space: pre;
    }
    .source .c::before { border-color: var(--pass); }
    .source .m { background: var(--fail-back); }
    .source .m::before { border-color: var(--fail); content: "✗ " attr(data-n); color: var(--fail); }
    .source .p { background: var(--warn-back); }
    .source .p::before { border-color: var(--warn); content: "! " attr(data-n); color: var(--warn); }
    .source .x::before { font-weight: 700; color: var(--text); text-decoration: underline; }
    .source .hit { outline: 2px solid var(--fail); outline-offset: -2px; }
    .source :target, .source .current { outline: 2px solid var(--link); outline-offset: -2px; }
    .source .added { background: var(--pass-back); }
    .source .added::before { content: "+ " attr(data-n); }
    .source .added.m { background: var(--fail-back); }
    .source .added.m::before { content: "+✗ " attr(data-n); }
    .source .added.p { background: var(--warn-back); }
    .source .added.p::before { content: "+! " attr(data-n); }
    .source .gone { color: var(--dim); text-decoration: line-through; text-decoration-thickness: 1px; }
    .source .gone::before { content: "− " attr(data-n); text-decoration: none; }
    .source .skip-lines { color: var(--dim); background: var(--panel); text-align: center; }
    .source .skip-lines::before, .lined::before, .lined .tag::before { display: none !important; }
    .source .lined {
      position: sticky; left: 0; max-width: calc(100vw - 3rem); max-width: 100cqw; padding: .35rem 1rem .35rem 6.6em;
      background: var(--note-back); white-space: normal; overflow-wrap: anywhere; font-family: system-ui, sans-serif;
    }
    .source .tag { display: inline-block; padding: 0 .55rem; font-family: system-ui, sans-serif; line-height: 1.4; }
    .legend { display: flex; flex-wrap: wrap; gap: .3rem 1.2rem; color: var(--dim); font-size: .87rem; margin: .6rem 0; }
    .legend i { display: inline-block; width: .8em; height: .8em; border-radius: 2px; margin-right: .4em; }
    .legend .c { background: var(--pass); } .legend .m { background: var(--fail); } .legend .p { background: var(--warn); }
    .hide-covered .source .c, .hide-covered .source .o { display: none; }
    svg.map { display: block; width: 100%; height: auto; border-radius: 8px; }
    svg.map rect { stroke: var(--back); stroke-width: 1.5; }
    svg.map text { font: 600 11px system-ui, sans-serif; fill: #ffffff; pointer-events: none; }
    svg.map .s0 { fill: #a3191f; } svg.map .s1 { fill: #b3480d; } svg.map .s2 { fill: #8a6100; }
    svg.map .s3 { fill: #5c6b12; } svg.map .s4 { fill: #17692c; } svg.map .none { fill: #5d6570; }
    svg.map a:focus rect, svg.map a:hover rect { stroke: var(--text); stroke-width: 3; }
    svg.histogram { display: block; width: 100%; height: 8rem; }
    svg.histogram text { font: 11px system-ui, sans-serif; fill: var(--dim); }
    dialog {
      color: var(--text); background: var(--raised); border: 1px solid var(--line); border-radius: 10px;
      max-width: min(34rem, 92vw); padding: 1.2rem 1.5rem;
    }
    dialog::backdrop { background: rgb(0 0 0 / .5); }
    dialog h2 { margin-top: 0; }
    dialog dl { display: grid; grid-template-columns: max-content 1fr; gap: .35rem 1rem; margin: 0 0 1rem; }
    dialog dd { margin: 0; }
    .said { position: fixed; bottom: 1rem; left: 50%; translate: -50% 0; background: var(--text); color: var(--back); padding: .4rem 1rem; border-radius: 6px; z-index: 9; }
    .said:empty { display: none; }

    @media (max-width: 42rem) {
      body { font-size: 14px; }
      main { padding: 1rem .7rem 2rem; }
      /* All pages in view: a row that scrolls would hide the current one. */
      .top { position: static; flex-wrap: wrap; gap: 0 .5rem; padding: .5rem .7rem 0; }
      .top nav { flex-wrap: wrap; overflow: visible; }
      .top nav a { padding: .4rem .55rem .3rem; }
      /* Fingers need 24 px. */
      main td a, main li a, main p > a, a.place, .place a { display: inline-block; min-height: 1.5rem; line-height: 1.5rem; }
      .row { padding-block: .1rem; flex-wrap: wrap; row-gap: 0; }
      .row .name { flex-basis: calc(100% - 2.5rem); }
      .row button.name { min-height: 1.75rem; }
      th .axis { display: none; }
      tbody th { overflow-wrap: anywhere; min-width: 7rem; }
      td .place, td .command { min-width: 11rem; }
      th, td { padding-inline: .5rem; }
      .tiles { grid-template-columns: repeat(2, 1fr); }
      html { scroll-padding-top: .5rem; }
      .filter { position: static; }
      .optional, svg.map { display: none; }
      .source span::before { width: 3.4em; margin-right: .5em; padding-right: .4em; }
      .source .lined { padding-left: 1rem; }
      .detail { padding-left: .8rem; }
    }
    @media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
    @media print {
      :root {
        --back: #fff; --panel: #fff; --raised: #fff; --line: #bbb; --text: #000; --dim: #444; --link: #000;
        --pass: #17752f; --fail: #c22127; --warn: #8a5700;
        --pass-back: #fff; --fail-back: #fff; --warn-back: #fff; --note-back: #fff;
      }
      .top { position: static; } .top nav, .filter, .tools, .command button, .skip, [role="tablist"] { display: none; }
      main { max-width: none; padding: 0; }
      .message, .output { max-height: none; }
      .card[data-stop]::details-content { content-visibility: visible; block-size: auto; }
      .card, tr { break-inside: avoid; }
      a { text-decoration: none; }
    }

    """#

  static let script = #"""
    "use strict";
    // What every page shares: keys, copying, tabs, and data that comes as script files.
    const report = (() => {
      const find = (selector, root = document) => root.querySelector(selector);
      const all = (selector, root = document) => [...root.querySelectorAll(selector)];

      // An element; texts are never read as markup.
      const make = (tag, attributes = {}, ...children) => {
        const element = document.createElement(tag);
        for (const [name, value] of Object.entries(attributes)) {
          if (value === true) element.setAttribute(name, "");
          else if (value !== false && value != null) element.setAttribute(name, value);
        }
        element.append(...children.filter((child) => child != null));
        return element;
      };

      // A message that screen readers hear, too.
      const said = make("div", { class: "said", role: "status" });
      const say = (text) => {
        said.textContent = text;
        clearTimeout(say.timer);
        say.timer = setTimeout(() => (said.textContent = ""), 2500);
      };

      const copy = async (text, what) => {
        try {
          await navigator.clipboard.writeText(text);
          say(`${what} copied`);
        } catch {
          const area = make("textarea", { readonly: true });
          area.value = text;
          document.body.append(area);
          area.select();
          say(document.execCommand("copy") ? `${what} copied` : "Copying is not allowed here");
          area.remove();
        }
      };

      const fence = (text, language = "") => {
        const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map((run) => run[0].length));
        const ticks = "`".repeat(longest + 1);
        return `${ticks}${language}\n${text.replace(/\n+$/, "")}\n${ticks}\n`;
      };

      // A failure as Markdown, for an issue or a chat.
      const markdown = (card) => {
        let text = `### ${find(".name", card).textContent}\n\n`;
        for (const part of all("[data-md]", find("[role=tabpanel]:not([hidden])", card) ?? card)) {
          const content = part.textContent;
          if (part.dataset.md === "place") text += `\`${content}\`\n`;
          else text += fence(content, part.dataset.md);
        }
        const command = find(".command code", card);
        if (command && !text.includes(command.textContent)) text += fence(command.textContent, "sh");
        return text;
      };

      // Attempts: all of them stand below each other until this makes tabs of them.
      const makeTabs = (group) => {
        const panels = all(":scope > [data-tab]", group);
        const list = make("div", { role: "tablist", "aria-label": "Attempts" });
        const choose = (index, focuses) => {
          panels.forEach((panel, each) => {
            panel.hidden = each !== index;
            list.children[each].setAttribute("aria-selected", each === index);
            list.children[each].tabIndex = each === index ? 0 : -1;
          });
          if (focuses) list.children[index].focus();
        };
        panels.forEach((panel, index) => {
          panel.id ||= `${group.id || "tabs"}-${index}`;
          const tab = make("button", { type: "button", role: "tab", "aria-controls": panel.id }, panel.dataset.tab);
          tab.addEventListener("click", () => choose(index));
          list.append(tab);
          panel.setAttribute("role", "tabpanel");
          const heading = find(".label", panel);
          if (heading) heading.hidden = true;
        });
        list.addEventListener("keydown", (event) => {
          const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
          if (!step) return;
          const now = panels.findIndex((panel) => !panel.hidden);
          choose((now + step + panels.length) % panels.length, true);
          event.preventDefault();
        });
        group.prepend(list);
        choose(panels.length - 1);
      };

      // Where the keys lead to: failures, flaky tests and findings, or lines that never ran.
      const stops = () => all("[data-stop]").filter((stop) => !stop.closest("[hidden]"));
      // Where a key or a link led to.
      let current = null;
      const isBehind = (stop) => current.compareDocumentPosition(stop) & Node.DOCUMENT_POSITION_FOLLOWING;
      const go = (step) => {
        const list = stops();
        if (!list.length) return say("There is nothing to go to on this page");
        if (current?.closest("[hidden]")) current = null;
        const at = list.indexOf(current);
        // Of what is no stop itself, the first behind it or the last before it.
        const behind = current && at < 0 ? list.findIndex(isBehind) : 0;
        const index = at >= 0 ? at + step : (behind < 0 ? list.length : behind) - (step > 0 ? 0 : 1);
        const next = list[(index + list.length) % list.length];
        current?.classList.remove("current");
        current = next;
        next.classList.add("current");
        if (next.tagName === "DETAILS") next.open = true;
        next.scrollIntoView({ block: next.tagName === "DETAILS" ? "start" : "center" });
        (find("summary", next) ?? next).focus({ preventScroll: true });
        said.textContent = "";
      };

      const help = () => find("dialog.help")?.showModal();

      const keys = { n: () => go(1), p: () => go(-1), "/": () => find("input[type=search]")?.focus(), "?": help };
      const navigation = { o: "overview", t: "tests", c: "coverage", w: "warnings", f: "findings", d: "changes" };

      document.addEventListener("keydown", (event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const field = event.target.closest?.("input, textarea, select");
        if (field) {
          if (event.key === "Escape") field.blur();
          return;
        }
        if (find("dialog[open]")) return;
        const link = navigation[event.key] && find(`nav a[data-page=${navigation[event.key]}]`);
        if (link) return link.click();
        if (!keys[event.key]) return;
        event.preventDefault();
        keys[event.key]();
      });

      document.addEventListener("click", (event) => {
        const button = event.target.closest("button[data-copy]");
        if (!button) return;
        const card = button.closest(".card");
        if (button.dataset.copy === "markdown") copy(markdown(card), "Markdown");
        else copy(find("code", button.parentElement).textContent, "Command");
      });

      // Opens what the address points at.
      const reveal = () => {
        const id = decodeURIComponent(location.hash.slice(1));
        const target = id ? document.getElementById(id) : null;
        for (let box = target; box; box = box.parentElement) if (box.tagName === "DETAILS") box.open = true;
        target?.scrollIntoView();
        if (target) current = target.closest("[data-stop]") ?? target;
      };

      // Data of the page: `report.data.tests = …`, from a script file or from a block in the page.
      const data = {};
      for (const block of all("script[type='application/json']")) data[block.id.slice(5)] = JSON.parse(block.textContent);

      document.addEventListener("DOMContentLoaded", () => {
        document.documentElement.classList.add("scripted");
        document.body.append(said);
        all("[data-tabs]").forEach(makeTabs);
        all("[data-scripted]").forEach((element) => (element.hidden = false));
        all("button[data-opens]").forEach((button) => button.addEventListener("click", help));
        all("button[data-closes]").forEach((button) => button.addEventListener("click", () => button.closest("dialog").close()));
        reveal();
      });
      addEventListener("hashchange", reveal);

      // On paper nothing can be opened.
      let opened = [];
      addEventListener("beforeprint", () => {
        opened = all("details.card[data-stop]:not([open])");
        for (const each of opened) each.open = true;
      });
      addEventListener("afterprint", () => {
        for (const each of opened) each.open = false;
      });

      return { find, all, make, say, copy, data, stops, reveal };
    })();

    """#

  static let tables = #"""
    "use strict";
    // Tables that can be sorted and searched, lists that show more, and sources that hide what is covered.
    (() => {
      const { all, make } = report;

      const value = (row, column) => {
        const cell = row.cells[column];
        const text = cell.dataset.v ?? cell.textContent.trim();
        return text !== "" && !isNaN(text) ? Number(text) : text;
      };

      const makeSortable = (table) => {
        const heads = all("thead th", table);
        heads.forEach((head, column) => {
          if (!head.textContent.trim()) return;
          const button = make("button", { type: "button" }, head.textContent);
          head.replaceChildren(button);
          button.addEventListener("click", () => {
            const falls = head.getAttribute("aria-sort") === "ascending";
            heads.forEach((other) => other.removeAttribute("aria-sort"));
            head.setAttribute("aria-sort", falls ? "descending" : "ascending");
            const body = table.tBodies[0];
            const rows = [...body.rows].map((row) => [value(row, column), row]);
            rows.sort(([a], [b]) => (typeof a === typeof b ? (a < b ? -1 : a > b ? 1 : 0) : typeof a === "number" ? -1 : 1));
            if (falls) rows.reverse();
            body.append(...rows.map(([, row]) => row));
          });
        });
      };

      const makeSearchable = (field) => {
        const place = document.getElementById(field.dataset.searches);
        const rows = all("tbody tr", place);
        const groups = all("details", place);
        // Of a file in a folder the path is in the headings of the folders.
        const folder = (row) => {
          let path = "";
          for (let box = row.closest("#file-table details"); box; box = box.parentElement.closest("#file-table details")) {
            path = box.querySelector(".name").textContent + path;
          }
          return path;
        };
        const texts = rows.map((row) => (folder(row) + row.cells[0].textContent).toLowerCase());
        field.addEventListener("input", () => {
          const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
          rows.forEach((row, index) => (row.hidden = !words.every((word) => texts[index].includes(word))));
          let room = 20;
          for (const group of groups) {
            group.hidden = words.length > 0 && !group.querySelector("tr:not([hidden])");
            group.open = words.length > 0 && !group.hidden && room-- > 0;
          }
        });
      };

      // Lists of which a piece is shown at first.
      const makeShort = (list) => {
        const size = Number(list.dataset.piece);
        const items = [...list.children];
        if (items.length <= size) return;
        let shown = 0;
        const button = make("button", { type: "button" });
        const more = () => {
          items.slice(shown, shown + size).forEach((item) => (item.hidden = false));
          shown += size;
          button.textContent = `Show ${Math.min(size, items.length - shown)} more`;
          button.hidden = shown >= items.length;
        };
        items.forEach((item) => (item.hidden = true));
        const box = list.closest(".table") ?? list;
        box.after(button);
        button.addEventListener("click", more);
        more();
      };

      document.addEventListener("DOMContentLoaded", () => {
        all("table[data-sortable]").forEach(makeSortable);
        all("input[data-searches]").forEach(makeSearchable);
        all("[data-piece]").forEach(makeShort);
        const hides = all("[data-hides-covered]");
        hides.forEach((button) => button.addEventListener("click", () => {
          const isHidden = document.body.classList.toggle("hide-covered");
          hides.forEach((each) => each.setAttribute("aria-pressed", isHidden));
        }));
      });
    })();

    """#

  static let tests = #"""
    "use strict";
    // The list of all tests and the filter that is kept in the address: `#q=s:failed mod:Store flaky`.
    (() => {
      const { find, all, make, copy } = report;
      const box = find("#test-filter");
      if (!box) return;

      const outcomes = {
        p: ["passed", "✓", "pass"], f: ["failed", "✗", "fail"], c: ["crashed", "✗", "fail"],
        t: ["timed-out", "✗", "fail"], u: ["unfinished", "✗", "fail"], n: ["not-run", "✗", "fail"],
        s: ["skipped", "–", "dim"], x: ["cancelled", "–", "dim"], "?": ["not-told", "?", "dim"],
      };
      const failing = new Set(["f", "c", "t", "u", "n"]);
      const kinds = { crash: "c", timeout: "t", unfinished: "u", "not-run": "n", failure: "f" };
      const pieceSize = 300;
      const grouped = (number) => number.toLocaleString("en");

      // Columns to objects; names are coded as what they share with the one before.
      const decode = (data) => {
        const tests = [];
        let name = "";
        let group = -1;
        let left = 0;
        let file = -1;
        let fileLeft = 0;
        for (let index = 0; index < data.outcomes.length; index++) {
          while (left === 0) left = data.groups[++group][2];
          left--;
          while (fileLeft === 0) fileLeft = data.files[++file][2];
          fileLeft--;
          const [coded, shared] = [data.names[index], data.shared[index]];
          name = name.slice(0, shared) + coded;
          const [module, suite] = data.groups[group];
          tests.push({
            index, name, module, suite, outcome: data.outcomes[index], time: data.times[index],
            marks: data.marks[index] ?? "", trend: data.trends[index], tags: (data.tags[index] ?? []).map((tag) => data.tagNames[tag]),
            place: data.files[file], line: data.lines[index], chunk: data.chunks[index], card: data.cards[index],
            text: `${module} ${suite} ${name}`.toLowerCase(),
          });
        }
        return tests;
      };

      const unquoted = (word) => word.replaceAll('"', "");
      const marks = ["slow", "flaky", "new", "quarantined", "interference"];
      // A word of the filter as a question to a test; in quotes it is text.
      const token = (word) => {
        if (word.startsWith("-") && word.length > 1) {
          const ask = token(word.slice(1));
          return (test) => !ask(test);
        }
        if (word.startsWith('"')) return (test) => test.text.includes(unquoted(word));
        const colon = word.indexOf(":");
        const [key, value] = colon > 0 ? [word.slice(0, colon), word.slice(colon + 1)] : ["", word];
        if (key === "s") {
          if (value === "failed") return (test) => failing.has(test.outcome);
          return (test) => outcomes[test.outcome][0] === value;
        }
        if (key === "mod") return (test) => test.module.toLowerCase().includes(value);
        if (key === "tag") return (test) => test.tags.some((tag) => tag.toLowerCase().includes(value));
        if (key === "kind") return (test) => test.outcome === kinds[value];
        if (marks.includes(word)) {
          return (test) => test.marks.includes(word);
        }
        return (test) => test.text.includes(word);
      };
      // A word whose value no test can have; without this it would find nothing and not say why.
      const mistake = (word) => {
        const [, key, value] = word.match(/^-?(s|kind):(.*)$/) ?? [];
        if (!key) {
          const isOther = word.startsWith("-") || word.includes(":") || marks.includes(word);
          return isOther || tests.some((test) => test.text.includes(unquoted(word))) ? null
            : `No name holds “${unquoted(word)}”; words with a meaning are ${marks.join(", ")}`;
        }
        const known = key === "kind" ? Object.keys(kinds) : ["failed", ...new Set(Object.values(outcomes).map(([name]) => name))];
        return known.includes(value) ? null : `${key}:${value} is unknown; there are ${[...new Set(known)].join(", ")}`;
      };
      const words = (text) => text.toLowerCase().match(/-?"[^"]*"|\S+/g) ?? [];

      const seconds = (millis) => {
        if (millis < 0) return "";
        if (millis < 999.5) return `${Math.round(millis)}ms`;
        return millis < 59950 ? `${(millis / 1000).toFixed(millis < 9995 ? 2 : 1)}s`
          : `${Math.floor(millis / 60000)}m ${String(Math.round(millis / 1000) % 60).padStart(2, "0")}s`;
      };

      // The details of tests come in pieces, when one of them is opened.
      const pieces = new Map();
      const piece = (number) => {
        if (report.data[`details${number}`]) return Promise.resolve(report.data[`details${number}`]);
        if (!pieces.has(number)) {
          pieces.set(number, new Promise((done) => {
            const script = make("script", { src: `data/details${number}.js` });
            script.addEventListener("load", () => done(report.data[`details${number}`]));
            script.addEventListener("error", () => done({}));
            document.head.append(script);
          }));
        }
        return pieces.get(number);
      };

      const list = find("#all-tests");
      const results = find("#test-list");
      const count = find("#test-count");
      let tests = [];
      let matching = [];
      let byTime = false;
      let shown = pieceSize;

      // Where a test stands, as a link to the page of its source where that has one.
      const placeOf = ({ place: [path, page], line }) => {
        if (!path) return null;
        const text = line ? `${path}:${line}` : path;
        return page ? make("a", { href: line ? page + (page.startsWith("#") ? `-L${line}` : `#L${line}`) : page }, text) : text;
      };

      const open = async (row, test) => {
        const button = find("button", row);
        if (row.nextElementSibling?.matches(".detail")) {
          row.nextElementSibling.remove();
          return button.setAttribute("aria-expanded", "false");
        }
        button.setAttribute("aria-expanded", "true");
        const detail = make("div", { class: "detail" });
        row.after(detail);
        if (test.chunk === -1) {
          detail.append(make("p", { class: "left-out" }, "What it printed is left out here; the record has it."));
          return;
        }
        const facts = test.chunk == null ? null : (await piece(test.chunk))?.[test.index];
        const place = placeOf(test);
        if (place) detail.append(make("p", { class: "place" }, place));
        for (const [kind, message, place, args] of facts?.issues ?? []) {
          if (args) detail.append(make("p", { class: "wrap" }, "with ", make("code", {}, args)));
          detail.append(make("pre", { class: `message ${kind}` }, message));
          if (place) detail.append(make("p", { class: "place" }, place));
        }
        if (facts?.output) detail.append(make("p", { class: "label" }, "Output"), make("pre", { class: "output" }, facts.output));
        if (test.tags.length) detail.append(make("p", {}, ...test.tags.map((tag) => make("span", { class: "tag" }, tag))));
        if (test.card) detail.append(make("p", {}, make("a", { href: `#${test.card}` }, "Show the failure")));
        if (!detail.childElementCount) detail.append(make("p", { class: "dim" }, "It printed nothing and has nothing more to tell."));
      };

      // What a test took in its newest runs, as a line.
      const sparkline = (trend) => {
        if (!trend) return null;
        const draw = (name, attributes) => {
          const element = document.createElementNS("http://www.w3.org/2000/svg", name);
          for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
          return element;
        };
        const most = Math.max(...trend, 1);
        const points = trend.map((time, index) => `${2 + (56 * index) / Math.max(1, trend.length - 1)},${14 - (12 * Math.max(0, time)) / most}`);
        const words = trend.map(seconds).join(", ");
        const svg = draw("svg", { class: "spark optional", viewBox: "0 0 60 16", role: "img", "aria-label": words });
        const title = draw("title", {});
        title.textContent = words;
        svg.append(title, draw("polyline", { points: points.join(" ") }));
        return svg;
      };

      const row = (test) => {
        const place = placeOf(test);
        const [word, mark, style] = outcomes[test.outcome];
        const button = make("button", { type: "button", class: "name", "aria-expanded": "false" }, test.name);
        const element = make("div", { class: "row" },
          make("span", { class: `dot ${style}`, role: "img", "aria-label": word, title: word }, mark), button,
          ...test.marks.split(" ").filter(Boolean).map((text) => make("span", { class: `tag ${text === "new" ? "new" : "warn"}` }, text)),
          place?.href ? make("a", { class: "place optional", href: place.href }, `${test.place[0].split("/").pop()}:${test.line}`) : null,
          sparkline(test.trend), make("span", { class: "num dim" }, seconds(test.time)));
        button.addEventListener("click", () => open(element, test));
        return element;
      };

      const draw = () => {
        list.replaceChildren();
        const rows = byTime ? [...matching].sort((a, b) => b.time - a.time) : matching;
        let suite = null;
        for (const test of rows.slice(0, shown)) {
          const heading = byTime ? null : [test.module, test.suite].filter(Boolean).join(" › ");
          if (heading !== suite && heading != null) {
            suite = heading;
            list.append(make("div", { class: "suite" }, heading));
          }
          const element = row(test);
          if (byTime) find(".name", element).textContent = [test.module, test.suite, test.name].filter(Boolean).join(" › ");
          list.append(element);
        }
        if (rows.length > shown) {
          const more = make("button", { type: "button" }, `Show ${Math.min(pieceSize, rows.length - shown)} of ${grouped(rows.length - shown)} more`);
          more.addEventListener("click", () => { shown += pieceSize; draw(); });
          list.append(make("p", { class: "row" }, more));
        }
      };

      // A heading's number: all, or what the filter leaves of them.
      const tell = (number, left, asked) => {
        if (!number) return;
        number.dataset.all ??= number.textContent;
        number.textContent = asked.length ? `${grouped(left)} of ${number.dataset.all}` : number.dataset.all;
      };

      const apply = () => {
        const asked = words(box.value);
        // What was asked for stands right below the filter; without a filter it comes last.
        if (asked.length) box.closest(".filter").after(results);
        else results.parentElement.append(results);
        const questions = asked.map(token);
        const showsSkipped = asked.some((word) => word.startsWith("s:"));
        const found = tests.filter((test) => questions.every((ask) => ask(test)));
        matching = showsSkipped ? found : found.filter((test) => test.outcome !== "s" && test.outcome !== "x");
        const hidden = found.length - matching.length;
        const set = new Set(found.map((test) => test.index));
        for (const card of all(".card[data-test]")) card.hidden = !set.has(Number(card.dataset.test));
        // Only what stands around cards of this page; other pages of a single file have causes, too.
        for (const group of all("[data-filtered]")) {
          const left = all(".card:not([hidden])", group).reduce((sum, card) => sum + Number(card.dataset.count ?? 1), 0);
          group.hidden = !left;
          tell(find(":scope > h2 > .dim, :scope > header > .tag", group), left, asked);
          const causes = find(":scope > p.dim", group);
          if (causes) causes.hidden = asked.length > 0;
        }
        tell(find("h2 > .dim", results), matching.length, asked);
        count.textContent = `${grouped(matching.length)} of ${grouped(tests.length)} tests` + (hidden ? `, ${grouped(hidden)} skipped hidden` : "")
          + asked.map(mistake).filter(Boolean).map((text) => `. ${text}`).join("");
        for (const chip of all("button[data-token]")) chip.setAttribute("aria-pressed", asked.includes(chip.dataset.token));
        shown = pieceSize;
        draw();
      };

      // A new filter is a step of the history; typing on in it is the same step.
      let isTyping = false;
      const keep = (typed) => {
        const address = box.value.trim() ? `#q=${encodeURIComponent(box.value.trim())}` : "#";
        if (typed && isTyping) history.replaceState(null, "", address);
        else history.pushState(null, "", address);
        isTyping = typed;
      };
      const take = () => {
        isTyping = false;
        if (location.hash && !location.hash.startsWith("#q=")) return false;
        box.value = decodeURIComponent(location.hash.slice(3));
        apply();
        return true;
      };

      const csv = () => ["module,suite,test,outcome,seconds", ...matching.map((test) =>
        [test.module, test.suite, test.name, outcomes[test.outcome][0], test.time < 0 ? "" : test.time / 1000]
          .map((cell) => {
            const text = String(cell);
            return `"${(/^[=+\-@]/.test(text) ? "'" + text : text).replaceAll('"', '""')}"`;
          }).join(","))].join("\n");

      document.addEventListener("DOMContentLoaded", () => {
        if (!report.data.tests) return;
        tests = decode(report.data.tests);
        if (!take()) apply();
        // Jumps end below the filter, however many rows it has; so does the one of the address, which came too early.
        const filter = box.closest(".filter");
        const measure = () => document.documentElement.style.setProperty("--filter", `${filter.offsetHeight}px`);
        measure();
        report.reveal();
        new ResizeObserver(measure).observe(filter);
        let timer;
        box.addEventListener("input", () => {
          clearTimeout(timer);
          timer = setTimeout(() => { apply(); keep(true); }, 60);
        });
        for (const chip of all("button[data-token]")) {
          chip.addEventListener("click", () => {
            const asked = words(box.value);
            const word = chip.dataset.token;
            box.value = (asked.includes(word) ? asked.filter((each) => each !== word) : [...asked, word]).join(" ");
            apply();
            keep(false);
          });
        }
        find("#sort-by-time").addEventListener("click", (event) => {
          byTime = !byTime;
          event.currentTarget.setAttribute("aria-pressed", byTime);
          shown = pieceSize;
          draw();
        });
        find("#copy-csv").addEventListener("click", () => copy(csv(), "List"));
      });
      addEventListener("popstate", take);
    })();

    """#

  static let attachments = #"""
    "use strict";
    // Attachments: texts and images are loaded when they are opened; two images get a difference and a slider, two texts
    // the lines that differ.
    (() => {
      const { find, all, make, data } = report;

      const load = (name) => new Promise((done) => {
        if (data[name]) return done(data[name]);
        const script = make("script", { src: `data/${name}.js` });
        script.addEventListener("load", () => done(data[name]));
        script.addEventListener("error", () => done(["", "It cannot be loaded."]));
        document.head.append(script);
      });

      const pretty = (block) => {
        if (block.dataset.json == null) return;
        try {
          block.textContent = JSON.stringify(JSON.parse(block.textContent), null, 2);
        } catch { /* It stays as it is. */ }
      };

      const open = async (block) => {
        if (block.dataset.opened) return;
        block.dataset.opened = "yes";
        if (block.dataset.loads) {
          const [text, rest] = await load(block.dataset.loads);
          block.textContent = text;
          block.hidden = false;
          if (rest) block.after(make("p", { class: "left-out" }, `${rest}; the file has all of it.`));
        }
        pretty(block);
      };
      const copy = (image) => {
        const other = image.cloneNode();
        other.alt = "";
        return other;
      };

      const compare = (figure) => {
        const expected = find("[data-side=expected] img", figure);
        const actual = find("[data-side=actual] img", figure);
        if (!expected || !actual || find(".slider", figure)) return;
        const sides = find(".sides", figure);
        if (!find("[data-side=difference]", sides)) {
          sides.append(make("div", { "data-side": "difference" }, make("p", { class: "label" }, "Difference"),
            make("div", { class: "blend", role: "img", "aria-label": "Difference: what is black is the same" },
              copy(expected), copy(actual))));
        }
        const range = make("input", { type: "range", min: 0, max: 100, value: 50, "aria-label": "How much is shown of the actual image" });
        const stack = make("div", { class: "slide" }, copy(expected), copy(actual));
        const move = () => stack.style.setProperty("--at", `${range.value}%`);
        range.addEventListener("input", move);
        move();
        figure.append(make("div", { class: "slider" }, make("p", { class: "label" }, "Expected | Actual"), range, stack));
      };

      const around = 3;

      // Lines with what is left of them: " " for both texts, "−" and "+" for one of them.
      const difference = (old, now) => {
        let [start, end] = [0, 0];
        const shorter = Math.min(old.length, now.length);
        while (start < shorter && old[start] === now[start]) start += 1;
        while (end < shorter - start && old[old.length - 1 - end] === now[now.length - 1 - end]) end += 1;
        const [left, right] = [old, now].map((lines) => lines.slice(start, lines.length - end));
        const rows = [];
        if (left.length * right.length > 1_000_000) {
          for (const line of left) rows.push(["−", line]);
          for (const line of right) rows.push(["+", line]);
        } else {
          // The length of the longest common part from two lines on.
          const common = [...left, ""].map(() => new Uint32Array(right.length + 1));
          for (let i = left.length - 1; i >= 0; i -= 1) {
            for (let j = right.length - 1; j >= 0; j -= 1) {
              common[i][j] = left[i] === right[j] ? common[i + 1][j + 1] + 1 : Math.max(common[i + 1][j], common[i][j + 1]);
            }
          }
          let [i, j] = [0, 0];
          while (i < left.length || j < right.length) {
            if (i < left.length && j < right.length && left[i] === right[j]) {
              rows.push([" ", left[i]]);
              [i, j] = [i + 1, j + 1];
            } else if (j === right.length || (i < left.length && common[i + 1][j] >= common[i][j + 1])) {
              rows.push(["−", left[i]]);
              i += 1;
            } else {
              rows.push(["+", right[j]]);
              j += 1;
            }
          }
        }
        const before = old.slice(Math.max(0, start - around), start).map((line) => [" ", line]);
        const behind = old.slice(old.length - end).slice(0, around).map((line) => [" ", line]);
        const isNear = (at) => rows.slice(Math.max(0, at - around), at + around + 1).some(([mark]) => mark !== " ");
        return [...before, ...rows.filter((row, at) => isNear(at)), ...behind];
      };

      const compareTexts = async (figure) => {
        const blocks = ["expected", "actual"].map((side) => find(`[data-side=${side}] pre`, figure));
        if (!blocks.every(Boolean) || figure.dataset.compared) return;
        figure.dataset.compared = "yes";
        await Promise.all(blocks.map(open));
        const shown = make("pre", { class: "values", tabindex: 0 });
        for (const [mark, line] of difference(...blocks.map((block) => block.textContent.split("\n")))) {
          shown.append(make("span", {}, `${mark} `, mark === " " ? line : make("mark", {}, line)));
        }
        find(".sides", figure).append(
          make("div", { "data-side": "difference" }, make("p", { class: "label" }, "Difference: − expected, + actual"), shown));
      };

      // Files of closed boxes are not loaded.
      const show = (box) => {
        const isShown = (each) => !each.closest("details:not([open])");
        for (const link of all("a[data-image]", box).filter(isShown)) {
          link.replaceWith(make("img", { src: link.getAttribute("href"), alt: link.textContent, loading: "lazy", decoding: "async" }));
        }
        for (const figure of all("[data-compare]", box).filter(isShown)) {
          compare(figure);
          compareTexts(figure);
        }
      };
      show(document);
      document.addEventListener("toggle", (event) => {
        if (!event.target.matches("details[open]")) return;
        show(event.target);
        if (event.target.matches(".attachment")) all("pre.output", event.target).forEach(open);
      }, true);
    })();

    """#
}
