import re,sys,collections
for l in open(sys.argv[1],errors='ignore'):
    m=re.match(r'^(\w+)\s+(?:function|class|interface|type)?\s*(\S+\.tsx?):(\d+):\d+',l)
    if not m: continue
    n,f,ln=m.group(1),m.group(2),int(m.group(3))
    s=open(f).read().split('\n'); t=s[ln-1]
    if not re.search(r'\b'+n+r'\b',t): print('??',l); continue
    s[ln-1]=re.sub(r'^export ','',t); open(f,'w').write('\n'.join(s))
