import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boundHtml, HTML_LIMITS } from './bound-html.ts';
import { cleanHtml, styleOf } from './clean-html.ts';
import { htmlAsText } from './html-text.ts';
import { MAIL_LIMITS } from './limits.ts';

test('clean HTML: what a person reads stays, what runs goes', () => {
  const rows: [html: string, expected: string | null][] = [
    ['<p onclick="x()">Hi <b>you</b><script>alert(1)</script></p>', '<p>Hi <b>you</b></p>'],
    ['<form action="/x"><input name="card"></form><iframe src="https://x.example"></iframe>', null],
    ['<svg onload="x()"><b>s</b></svg><math><mi>x</mi></math>', null],
    ['<a href="javascript:alert(1)">x</a>', '<a rel="noopener noreferrer nofollow" target="_blank">x</a>'],
    ['<a href="java\nscript:alert(1)">x</a>', '<a rel="noopener noreferrer nofollow" target="_blank">x</a>'],
    ['<a href="//evil.example">x</a>', '<a rel="noopener noreferrer nofollow" target="_blank">x</a>'],
    [
      '<a href="https://a.example" target="top">y</a>',
      '<a href="https://a.example" target="_blank" rel="noopener noreferrer nofollow">y</a>',
    ],
    ['<table background="https://x.example/p.gif"><tr><td>a</td></tr></table>', '<table><tr><td>a</td></tr></table>'],
    ['<style>p { color: red }</style><link rel="stylesheet" href="https://x.example/c.css">x', 'x'],
    ['<base href="https://x.example/"><meta http-equiv="refresh" content="0;url=x">x', 'x'],
    ['<!--[if mso]><b>Outlook</b><![endif]-->x', 'x'],
    ['<p>a < b</p>', '<p>a &lt; b</p>'],
  ];
  for (const [html, expected] of rows) assert.equal(cleanHtml(html), expected, html);
});

test('clean HTML: an image on another server is named and not loaded', () => {
  const remote = '<img src="https://t.example/open.gif" width="1" height="1">';
  assert.equal(cleanHtml(remote), '<img width="1" height="1" data-remote-src="https://t.example/open.gif" />');
  assert.equal(cleanHtml('<img src="cid:logo@shop.example" alt="Logo">'), '<img alt="Logo" src="cid:logo@shop.example" />');
  assert.equal(cleanHtml('<img src="data:image/png;base64,AAAA">'), '<img src="data:image/png;base64,AAAA" />');
  assert.equal(cleanHtml('<img src="data:image/svg+xml;base64,AAAA">'), null);
  assert.equal(cleanHtml('<img data-remote-src="javascript:x()" alt="k">'), '<img alt="k" />');
  assert.equal(cleanHtml('<img srcset="https://t.example/2.png 2x" alt="k">'), '<img alt="k" />');
});

test('clean HTML: styles that move, cover, hide or load go', () => {
  assert.equal(styleOf('color: red; position: fixed; background: url(https://x.example/p.gif)'), 'color:red');
  assert.equal(styleOf('color: expression(alert(1)); width: 100%'), 'width:100%');
  assert.equal(styleOf('background-image:url("a;color:red")'), '');
  assert.equal(styleOf('COLOR: #FF0000; font-size: 12px; margin: -500px'), 'COLOR:#FF0000;font-size:12px');
  assert.equal(cleanHtml('<p style="z-index: 9">x</p>'), '<p>x</p>');
});

test('clean HTML: nothing over the limit', () => {
  assert.equal(cleanHtml(`<p>${'x'.repeat(MAIL_LIMITS.cleanHtmlChars)}</p>`), null);
});

test('HTML as text: paragraphs, tables, lists, links and quotes', () => {
  const rows: [html: string, expected: string | null][] = [
    ['<p>Hello&nbsp;&amp; <b>welcome</b></p><script>alert("x")</script>', 'Hello & welcome'],
    ['<table><tr><td>Size</td><td>XL</td></tr></table>', 'Size XL'],
    ['Hi<br>there <a href="https://x.example/a">link</a>', 'Hi\nthere link (https://x.example/a)'],
    ['<a href="https://x.example/a">https://x.example/a</a>', 'https://x.example/a'],
    ['<p>a<p>b', 'a\n\nb'],
    ['<ul><li>a<li>b</ul>', '* a\n* b'],
    ['<p>Yes</p><blockquote><p>Do you?</p><p>Shop</p></blockquote>', 'Yes\n\n> Do you?\n>\n> Shop'],
    ['<span style="display:none">preview</span>x', 'x'],
    ['<h1>Title</h1>x', 'Title\n\nx'],
    ['<img src="https://t.example/p.gif">', null],
    ['a <style> that never ends <b>x</b>', 'a that never ends <b>x</b>'],
  ];
  for (const [html, expected] of rows) assert.equal(htmlAsText(html), expected, html);
});

test('bounded HTML: tags beyond a limit go, their text stays', () => {
  const deep = boundHtml(`${'<div>'.repeat(1_000)}x${'</div>'.repeat(1_000)}`);
  assert.equal(deep.match(/<div>/g)?.length, HTML_LIMITS.depth);
  assert.match(deep, /x/);
  assert.equal(boundHtml('<blockquote>'.repeat(50)).length, '<blockquote>'.length * HTML_LIMITS.indentedDepth);
  assert.equal(boundHtml('<br>'.repeat(HTML_LIMITS.elements + 5)).length, '<br>'.length * HTML_LIMITS.elements);
  assert.equal(boundHtml('a</i></b>b'), 'ab');
  assert.equal(boundHtml('<p>'.repeat(1_000)), '<p>'.repeat(1_000), 'a paragraph ends the one before it');
  assert.equal(boundHtml(`<img src="data:${'x'.repeat(HTML_LIMITS.tagChars)}">`), '<img>');
  assert.equal(boundHtml('1 <</i>b>'), '1 &lt;b>', 'what is left out makes no tag of its neighbours');
});
