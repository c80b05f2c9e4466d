export const ECMA = `const g = source('g');
let l = source('l');
function f1(a) {
  let x = source(1);
  sink(x);
  x = 1;
  sink(x);
  let y = source(2);
  y.a = 3;
  sink(y.a);
  sink(y.b);
  let z = {};
  z.a = source(3);
  sink(z);
  sink(z.a);
  sink(z.b);
  sink(g);
  sink(l);
  sink(a);
}
function f2(c) {
  let x = 1;
  if (c) { x = source(1); } else { sink(x); }
  sink(x);
  while (c) { sink(x); x = safe(x); }
  sink(x);
  let k = c ? source(2) : 1;
  sink(k);
  const o = { a: source(3), b: 1 };
  sink(o.a);
  sink(o.b);
  sink(o);
  const [p, q] = [source(4), 1];
  sink(p);
  sink(q);
  const { a, b } = o;
  sink(a);
  sink(b);
  return source(5);
}
function f3(c) {
  const x = source(1);
  [1].forEach(e => { sink(x); });
  x.map(e => sink(e));
  const h = () => { sink(x); };
  const s = safe(x);
  sink(s);
  sink(\`a\${x}b\`);
  sink('a' + x);
  sink(!x);
  sink(x[0]);
  sink(c[x]);
  c.push(x);
  sink(c);
  x.m(1).n(2);
  new Foo(x).bar();
  sink(new Foo(x));
  sink(other(x));
  sink(c.d(x));
  return { a: x };
}
class A {
  p = source(1);
  constructor() { this.q = source(2); sink(this.q); }
  m() { sink(this.p); const v = this.p; sink(source(3)); return sink(v); }
}
for (const i of source(6)) { sink(i); }
for (let i = source(7); i < 3; i++) { sink(i); }
try { l = source(8); sink(l); } catch (e) { sink(l); sink(e); } finally { sink(l); }
switch (l) { case 1: sink(l); l = 1; break; default: sink(l); }
sink(l);
it('x', () => { const d = g.content; use(d); use(d.e); call(d && 1); use(f(d)); if (d) { use(1); } });
it('y', function () { let w = g.content; w += 1; use(w); let u = 1; u += w; use(u); use(x = w); return w; });
const t = async () => { const r = await source(9); sink(r); };
export const e1 = source(10);
module.exports = { m1(a) { const x = source(11); sink(x); }, m2: function () { sink(source(12)); } };
function outer() { const x = source(13); function inner(y) { sink(x); sink(source(14)); } inner(x); }
sink(typeof l, source(15));
sink(a ? source(16) : 1);
sink({ a: source(17) });
sink([source(18)]);
sink(...source(19));
(function () { sink(g); })();
sink(sink2(source(20)));
var v = sink(source(21));
throw sink(source(22));
`;

export const GO = `package p

var g = source("g")
const h = source("h")

func (r *R) f1(a int) error {
	x := source(1)
	sink(x)
	x = 1
	sink(x)
	y := s.Do(2)
	if y != nil {
		use(y)
	}
	if err := s.Do(3); err != nil {
		return err
	}
	z, e := s.Do(4)
	use(z, e)
	r.Cfg.Set("a", r.Cfg)
	foo(r.Cfg)
	foo(1, r.Cfg.Name)
	w := &T{F: source(5), G: 1}
	sink(w)
	sink(w.F)
	sink(w.G)
	w.m(1).n(2)
	sink(g)
	sink(h)
	return source(6)
}

func f2(ch chan int) (int, error) {
	x := source(1)
	for i := range x {
		sink(i)
	}
	for k, v := range x {
		sink(k, v)
	}
	defer sink(x)
	go func() {
		sink(x)
	}()
	ch <- x
	sink(<-ch)
	switch x {
	case 1:
		sink(x)
	default:
		x = safe(x)
	}
	sink(x)
	var m map[string]int = source(2)
	m["a"] = 1
	sink(m["a"])
	sink(m["b"])
	sink(m)
	n := make(map[string]int)
	n["a"] = source(3)
	sink(n)
	sink(n["a"])
	sink(n["b"])
	sink(*x, &x)
	q := []int{source(4), 1}
	sink(q)
	sink(q[0])
	sink(q[1:])
	t := x.(T)
	sink(t)
	}
	var a, b = source(6), 1
	sink(a)
	sink(b)
	c, d := source(7), 1
	sink(c)
	if v, ok := s.Do(8); ok && v {
		use(v)
	}
	fn := func(z int) int { return s.Do(9) }
	use(fn(1))
	t.Run("a", func(t *T) { s.Do(10); use(s.Do(11)) })
	return 1, source(12)
}

func f3(d D) {
	cfg := d.Cfg
	use(cfg)
	d.use(cfg.X)
	s.Do(14)
	if s.Do(15) {
		return
	}
	for s.Do(16) {
	}
	x := []string{s.Do(17)}
	y := T{A: s.Do(18), B: x}
	return s.Do(19) + 1
}
`;

export const PYTHON = `import bento
from a.b import c
import a.b as q

svc = bento.Service("x")
G = source(1)
g2 = source(2)
g2 = 1

class K(Base):
    p = source(3)
    svc = bento.Service("y")
    def __init__(self, m):
        self.r = source(4)
        sink(self.r, self.p)
    def m(self, x):
        sink(self.r)
        sink(self.p)
        sink(G)
        sink(g2)
        return c(x)

def f(resp, module):
    d = resp.content
    assert d == "x"
    if d:
        use(d)
    for i in d:
        use(i)
    z = [k.a for k in d if k]
    y = {**d, "a": 1}
    w = {"a": resp.content, "b": 1}
    use(w["a"], w["b"])
    with open(d) as h:
        h.read()
    try:
        u = d[0]
    except E as e:
        use(e, u)
    finally:
        use(u)
    t = d if z else 1
    v = lambda a: a + d
    print(f"{d} x")
    x, yy = d, 1
    use(x)
    use(yy)
    x, yy = d
    use(yy)
    d += 1
    del d
    return resp.content

def f2(module):
    ca = module.params['ca']
    ctx.load(ca)
    ctx.c = ca
    open_url(verify=ca, a=1)
    open_url(1, verify=ca)
    s = safe(ca)
    ctx.load(s)
    if not ca:
        ca = params.get('ca')
    ctx.load(ca or 1)
    def inner(t):
        ctx.load(ca)
        ctx.load(t)
    inner(ca)
    return c

def f3():
    e = a.b.c
    l = a.b.c(1)
    n = q.c(2)
    m = c(3)
    return l

async def f4(o):
    x = await source(1)
    sink(x)
    while x:
        sink(x)
        x = next(x)
        break
    sink(x)
    sink([source(2)])
    sink(a=source(3))
    sink(*source(4))
    sink(not source(5))
    sink(lambda: source(6))
    y = 1
    y[source(7)] = 2
    sink(y)
    y.append(source(8))
    sink(y)
    o.a = source(9)
    sink(o)
    sink(o.a)
    sink(o.b)
    yield source(10)

sink(G)
x = sink(source(12)); y = x
with a as source(13): pass
`;

export const JAVA = `package p;
import q.Foo;
class TV extends B {
  private static final Object S = source(1);
  private final Ref<X> ref = new Ref<>(source(2));
  TV(Foo record) { super(record); this.x = record; list.add(record); sink(S); }
  void m1(List<String> records, String dnsRecord) throws E {
    for (Record r : records) { list.add(r); out.add(1); }
    String s = dnsRecord.name();
    list.add(s);
    list.add(dnsRecord);
    X y = ref.get();
    if (y != null) { use(y); }
    y.foo(y.bar());
    Object o = source(3);
    o.a().b(1).c();
    String t = (String) o;
    sink(t);
    sink(t == null ? 1 : 2);
    Foo f = new Foo(1);
    use(f);
    a.use(1, f);
    b(C.FOO);
    throw new Ex(C.FOO, "x");
  }
  int m2(Object z) {
    Foo g = C.FOO;
    switch (g) { case A: b(g); break; default: return 1; }
    z.setName(source(4));
    sink(z);
    sink(z.getName());
    sink(z.getOther());
    sink(z.name);
    try (R r = open(source(5))) { sink(r); } catch (E e) { sink(e); } finally { sink(z); }
    list.forEach(q -> sink(q));
    opt.map(w -> source(6)).ifPresent(v -> sink(v));
    Runnable run = () -> { sink(z.getName()); use(ref.get()); };
    new Thread() { public void run() { sink(z); sink(source(7)); } };
    Object[] arr = { source(8), 1 };
    sink(arr); sink(arr[0]);
    Object[] arr2 = new Object[] { source(9) };
    sink(arr2);
    synchronized (z) { sink(source(10)); }
    do { sink(arr); } while (sink(arr2));
    x = y = source(11);
    sink(x); sink(y);
    assert sink(source(12));
    String c = "a" + source(13) + "b";
    sink(c); sink(!c); sink(-c);
    sink(Foo::bar);
    int k = source(14); k++; sink(k); k += 1; sink(k); k = 1; sink(k);
    return source(15);
  }
  static { sink(source(16)); }
  { sink(source(17)); }
  enum En { A(source(18)); En(int a) { sink(a); } void m() { sink(source(19)); } }
  interface I { default void d() { sink(source(20)); } }
}
`;
