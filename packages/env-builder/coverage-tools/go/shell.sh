export PATH=/opt/coverage/bin:$PATH
